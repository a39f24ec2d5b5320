#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

// The mean of −1 and 1 is 0, and their variance 1.
static qrt::Tensor signs(const Numbers &shape) {
  Floats values;
  for (int64_t i = 0; i < qrt::elementCount(shape); ++i)
    values.push_back(i % 2 ? 1.0f : -1.0f);
  return tensor(shape, values);
}

static NodeBuilder add(ModelBuilder &m, const std::string &type,
                       const std::vector<std::string> &inputs,
                       const std::vector<std::string> &outputs, const std::string &domain) {
  NodeBuilder node = m.node(type, inputs, outputs);
  proto::GraphProto &graph = *m.model.mutable_graph();
  graph.mutable_node(graph.node_size() - 1)->set_domain(domain);
  return node;
}

TEST(OnnxNorm, LayerAndItsStatistics) {
  for (const char *domain : {"", "com.microsoft"}) {
    ModelBuilder m(17);
    m.input("x", {-1, 4}).output("y").output("mean").output("inverse");
    m.floats("s", {4}, {1, 2, 3, 4}).floats("b", {4}, {0, 0, 1, 0});
    add(m, "LayerNormalization", {"x", "s", "b"}, {"y", "mean", "inverse"}, domain)
        .set("epsilon", 3.0f);
    Import import(m);
    auto results = import.runAll({signs({1, 4})});
    ASSERT_EQ(results.size(), 3u);
    expectTensor(results[0], {1, 4}, {-0.5f, 1, -0.5f, 2});
    expectTensor(results[1], {1, 1}, {0});
    expectTensor(results[2], {1, 1}, {0.5f});
  }
  ModelBuilder alone(17);
  alone.input("x", {2, 2}).output("y").floats("s", {2}, {1, 1});
  alone.node("LayerNormalization", {"x", "s"}, {"y", "", ""}).set("axis", int64_t(0));
  Import import(alone);
  EXPECT_EQ(import.count("nn.layer_norm"), 1u);
  EXPECT_EQ(import.count("nn.reduce_mean"), 0u);
}

TEST(OnnxNorm, LayerRefuses) {
  ModelBuilder axis(17);
  axis.input("x", {2, 2}).output("y").floats("s", {2}, {1, 1});
  axis.node("LayerNormalization", {"x", "s"}, {"y"}).set("axis", int64_t(2));
  EXPECT_TRUE(Import(axis).says("axis 2 is out of range"));
  ModelBuilder epsilon(17);
  epsilon.input("x", {2, 2}).output("y").floats("s", {2}, {1, 1});
  epsilon.node("LayerNormalization", {"x", "s"}, {"y"}).set("epsilon", -1.0f);
  EXPECT_TRUE(Import(epsilon).says("epsilon is negative"));
  ModelBuilder shape(17);
  shape.input("x", {2, 2}).output("y").floats("s", {3}, {1, 1, 1});
  shape.node("LayerNormalization", {"x", "s"}, {"y"});
  EXPECT_TRUE(Import(shape).says("does not broadcast"));
}

TEST(OnnxNorm, RootMeanSquare) {
  struct Case {
    const char *type, *domain;
  };
  for (const Case &c : {Case{"RMSNormalization", ""}, Case{"SimplifiedLayerNormalization", ""},
                        Case{"SimplifiedLayerNormalization", "com.microsoft"}}) {
    ModelBuilder m(23);
    m.input("x", {2, 2}).output("y").floats("s", {2}, {1, 2});
    add(m, c.type, {"x", "s"}, {"y"}, c.domain).set("epsilon", 0.0f);
    float a = std::sqrt(2.5f), d = std::sqrt(12.5f);
    expectTensor(Import(m).run({counting({2, 2})}), {2, 2}, {1 / a, 4 / a, 3 / d, 8 / d});
  }
}

TEST(OnnxNorm, Skip) {
  ModelBuilder m(17);
  m.input("x", {1, 2, 2}).output("y").output("sum");
  m.floats("skip", {1, 2, 2}, {-1, 0, -2, -1}).floats("s", {2}, {1, 1}).floats("b", {2}, {1, 1});
  m.floats("more", {2}, {-1, -1});
  add(m, "SkipLayerNormalization", {"x", "skip", "s", "b", "more"}, {"y", "", "", "sum"},
      "com.microsoft")
      .set("epsilon", 0.0f);
  auto results = Import(m).runAll({counting({1, 2, 2})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {1, 2, 2}, {0, 2, 0, 2});
  expectTensor(results[1], {1, 2, 2}, {-1, 1, 0, 2});

  ModelBuilder rms(17);
  rms.input("x", {1, 2, 2}).output("y");
  rms.floats("skip", {2}, {1, 0}).floats("s", {2}, {1, 2});
  add(rms, "SkipSimplifiedLayerNormalization", {"x", "skip", "s"}, {"y"}, "com.microsoft");
  expectTensor(Import(rms).run({tensor({1, 2, 2}, {1, 2, -5, 4})}), {1, 2, 2}, {1, 2, -1, 2});
}

TEST(OnnxNorm, Groups) {
  ModelBuilder byGroup(18);
  byGroup.input("x", {-1, 4, 2}).output("y");
  byGroup.floats("s", {2}, {1, 2}).floats("b", {2}, {0, 10});
  byGroup.node("GroupNormalization", {"x", "s", "b"}, {"y"}).set("num_groups", int64_t(2));
  expectTensor(Import(byGroup).run({signs({1, 4, 2})}), {1, 4, 2}, {-1, 1, -1, 1, 8, 12, 8, 12},
               1e-4f);
  ModelBuilder byChannel(21);
  byChannel.input("x", {-1, 4, 2}).output("y");
  byChannel.floats("s", {4}, {1, 2, 3, 4}).floats("b", {4}, {0, 0, 0, 10});
  byChannel.node("GroupNormalization", {"x", "s", "b"}, {"y"}).set("num_groups", int64_t(2));
  expectTensor(Import(byChannel).run({signs({1, 4, 2})}), {1, 4, 2}, {-1, 1, -2, 2, -3, 3, 6, 14},
               1e-4f);
  byGroup.model.mutable_opset_import(0)->set_version(21);
  EXPECT_TRUE(Import(byGroup).says("scale or bias is 2, needs 4 elements"));
}

TEST(OnnxNorm, Instances) {
  ModelBuilder m(11);
  m.input("x", {-1, 2, 2}).output("y").floats("s", {2}, {1, 2}).floats("b", {2}, {0, 1});
  m.node("InstanceNormalization", {"x", "s", "b"}, {"y"}).set("epsilon", 3.0f);
  Import import(m);
  EXPECT_EQ(import.count("nn.group_norm"), 1u);
  expectTensor(import.run({signs({1, 2, 2})}), {1, 2, 2}, {-0.5f, 0.5f, 0, 2});
}

TEST(OnnxNorm, OverAxes) {
  ModelBuilder m(13);
  m.input("x", {2, 1, 1, 2}).output("y").node("MeanVarianceNormalization", {"x"}, {"y"});
  expectTensor(Import(m).run({signs({2, 1, 1, 2})}), {2, 1, 1, 2}, {-1, 1, -1, 1});
  for (int64_t p : {1, 2}) {
    ModelBuilder lp(13);
    lp.input("x", {2, 2}).output("y").node("LpNormalization", {"x"}, {"y"}).set("p", p);
    expectTensor(Import(lp).run({tensor({2, 2}, {3, -4, 0, 0})}), {2, 2},
                 p == 1 ? Floats{3 / 7.0f, -4 / 7.0f, 0, 0} : Floats{0.6f, -0.8f, 0, 0});
  }
}

TEST(OnnxNorm, LocalResponse) {
  ModelBuilder m(13);
  m.input("x", {1, 3, 1}).output("y");
  m.node("LRN", {"x"}, {"y"}).set("size", int64_t(2)).set("alpha", 2.0f).set("beta", 1.0f);
  expectTensor(Import(m).run({counting({1, 3, 1})}), {1, 3, 1}, {1 / 6.0f, 2 / 14.0f, 0.3f});
  ModelBuilder wide(13);
  wide.input("x", {1, 3, 1}).output("y").node("LRN", {"x"}, {"y"}).set("size", int64_t(65));
  EXPECT_EQ(Import(wide).failure, ImportFailure::Unsupported);
}
