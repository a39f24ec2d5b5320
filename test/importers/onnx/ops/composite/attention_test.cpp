#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static NodeBuilder microsoft(ModelBuilder &m, const std::string &type,
                             const std::vector<std::string> &inputs,
                             const std::vector<std::string> &outputs) {
  NodeBuilder node = m.node(type, inputs, outputs);
  proto::GraphProto &graph = *m.model.mutable_graph();
  graph.mutable_node(graph.node_size() - 1)->set_domain("com.microsoft");
  return node;
}

// Queries of 0 weigh all that they see alike: means of the values.
TEST(OnnxAttention, MeansOfWhatIsSeen) {
  ModelBuilder m(23);
  m.input("q", {-1, 1, 2, 2}).input("k", {-1, 1, 2, 2}).input("v", {-1, 1, 2, 1}).output("y");
  m.node("Attention", {"q", "k", "v"}, {"y"}).set("is_causal", int64_t(1));
  Import import(m);
  EXPECT_EQ(import.count("nn.attention"), 1u);
  expectTensor(import.run({tensor({1, 1, 2, 2}, {0, 0, 0, 0}), counting({1, 1, 2, 2}),
                           tensor({1, 1, 2, 1}, {2, 6})}),
               {1, 1, 2, 1}, {2, 4});
}

// The second query may see no key: 0, in the weights of output 3 too.
TEST(OnnxAttention, WhoSeesNothing) {
  ModelBuilder m(23);
  m.input("q", {1, 1, 2, 1}).input("k", {1, 1, 2, 1}).input("v", {1, 1, 2, 1});
  m.input("m", {2, 2}, proto::TensorProto::BOOL).output("y").output("w");
  m.node("Attention", {"q", "k", "v", "m"}, {"y", "", "", "w"})
      .set("qk_matmul_output_mode", int64_t(3));
  auto mask = qrt::Tensor::allocate(qrt::ElementType::Bool, {2, 2});
  mask.mutableValues<bool>()[0] = mask.mutableValues<bool>()[1] = true;
  auto results = Import(m).runAll({tensor({1, 1, 2, 1}, {0, 1}), tensor({1, 1, 2, 1}, {3, 5}),
                                   tensor({1, 1, 2, 1}, {2, 6}), mask});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {1, 1, 2, 1}, {4, 0});
  expectTensor(results[1], {1, 1, 2, 2}, {0.5f, 0.5f, 0, 0});
}

TEST(OnnxAttention, FlatHeadsAndAPast) {
  ModelBuilder m(23);
  m.input("q", {1, 1, 2}).input("k", {1, 1, 1}).input("v", {1, 1, 1});
  m.floats("past_k", {1, 1, 1, 1}, {0}).floats("past_v", {1, 1, 1, 1}, {4});
  m.output("y").output("present").output("scores");
  m.node("Attention", {"q", "k", "v", "", "past_k", "past_v"}, {"y", "", "present", "scores"})
      .set("q_num_heads", int64_t(2))
      .set("kv_num_heads", int64_t(1))
      .set("scale", 0.5f);
  auto results =
      Import(m).runAll({tensor({1, 1, 2}, {0, 2}), tensor({1, 1, 1}, {3}), tensor({1, 1, 1}, {6})});
  ASSERT_EQ(results.size(), 3u);
  // The second head weighs 1 : e³.
  expectTensor(results[0], {1, 1, 2}, {5, 5.9051483f}, 1e-5f);
  expectTensor(results[1], {1, 1, 2, 1}, {4, 6});
  expectTensor(results[2], {1, 2, 1, 2}, {0, 0, 0, 3});
}

TEST(OnnxAttention, Refuses) {
  ModelBuilder heads(23);
  heads.input("q", {1, 1, 3}).output("y").node("Attention", {"q", "q", "q"}, {"y"});
  EXPECT_TRUE(Import(heads).says("q_num_heads and kv_num_heads are needed"));
  ModelBuilder uneven(23);
  uneven.input("q", {1, 1, 3})
      .output("y")
      .node("Attention", {"q", "q", "q"}, {"y"})
      .set("q_num_heads", int64_t(2))
      .set("kv_num_heads", int64_t(1));
  EXPECT_TRUE(Import(uneven).says("2 heads do not divide 1x1x3"));
  ModelBuilder length(23);
  length.input("q", {1, 1, -1, 2}).output("y");
  length.node("Attention", {"q", "q", "q"}, {"y"}).set("is_causal", int64_t(1));
  Import import(length);
  EXPECT_EQ(import.failure, ImportFailure::Unsupported);
  EXPECT_TRUE(import.says("give --shape"));
}

// Three keys, of which a sequence has two, or a mask speaks of two; queries of 0 weigh them alike.
static ModelBuilder threeKeys(const std::vector<std::string> &inputs, int64_t causal = 0) {
  ModelBuilder m(24);
  m.input("q", {1, 1, 1, 1}).input("k", {1, 1, 3, 1}).input("v", {1, 1, 3, 1}).output("y");
  m.longs("lengths", {1}, {2}).floats("long", {1, 4}, {0, 0, 0, 0});
  m.floats("short", {1, 2}, {0, 0}).ints("truths", {1, 2}, {1, 1}, proto::TensorProto::BOOL);
  m.node("Attention", inputs, {"y"}).set("is_causal", causal);
  return m;
}

TEST(OnnxAttention, KeysThatAreNoMoreThanPadding) {
  for (const std::vector<std::string> &inputs :
       {std::vector<std::string>{"q", "k", "v", "", "", "", "lengths"},
        {"q", "k", "v", "short"},
        {"q", "k", "v", "truths"},
        {"q", "k", "v", "truths", "", "", "lengths"}})
    expectTensor(Import(threeKeys(inputs))
                     .run({tensor({1, 1, 1, 1}, {0}), counting({1, 1, 3, 1}),
                           tensor({1, 1, 3, 1}, {2, 6, 100})}),
                 {1, 1, 1, 1}, {4});
  EXPECT_TRUE(Import(threeKeys({"q", "k", "v", "long"})).says("more columns than there are keys"));
  EXPECT_EQ(Import(threeKeys({"q", "k", "v", "", "", "", "lengths"}, 1)).failure,
            ImportFailure::Unsupported);
}

// 2·tanh(s / 2) of scores 1 and 3.
TEST(OnnxAttention, CappedScores) {
  ModelBuilder m(23);
  m.input("q", {1, 1, 1, 1}).input("k", {1, 1, 2, 1}).input("v", {1, 1, 2, 1});
  m.output("y").output("scores");
  m.node("Attention", {"q", "k", "v"}, {"y", "", "", "scores"})
      .set("scale", 1.0f)
      .set("softcap", 2.0f)
      .set("qk_matmul_output_mode", int64_t(1));
  auto results = Import(m).runAll(
      {tensor({1, 1, 1, 1}, {1}), tensor({1, 1, 2, 1}, {1, 3}), tensor({1, 1, 2, 1}, {0, 1})});
  ASSERT_EQ(results.size(), 2u);
  double low = 2 * std::tanh(0.5), high = 2 * std::tanh(1.5);
  expectTensor(results[0], {1, 1, 1, 1}, {float(1 / (1 + std::exp(low - high)))});
  expectTensor(results[1], {1, 1, 1, 2}, {float(low), float(high)});
}

TEST(OnnxAttention, OfOneProjection) {
  ModelBuilder m(17);
  m.input("x", {1, 2, 1}).output("y").floats("w", {1, 3}, {0, 1, 1}).floats("b", {3}, {0, 0, 1});
  m.ints("mask", {1, 2}, {1, 0}, proto::TensorProto::INT32);
  microsoft(m, "Attention", {"x", "w", "b", "mask"}, {"y"}).set("num_heads", int64_t(1));
  expectTensor(Import(m).run({tensor({1, 2, 1}, {2, 6})}), {1, 2, 1}, {3, 3});
}

// The first of the same sequence sees itself alone.
TEST(OnnxAttention, OfOneProjectionInOneDirection) {
  ModelBuilder m(17);
  m.input("x", {1, 2, 1}).output("y").floats("w", {1, 3}, {0, 1, 1}).floats("b", {3}, {0, 0, 1});
  microsoft(m, "Attention", {"x", "w", "b"}, {"y"})
      .set("num_heads", int64_t(1))
      .set("unidirectional", int64_t(1));
  expectTensor(Import(m).run({tensor({1, 2, 1}, {2, 6})}), {1, 2, 1}, {3, 5});
}

TEST(OnnxAttention, OfManyHeads) {
  ModelBuilder m(17);
  m.input("q", {1, 1, 2}).input("k", {1, 2, 2}).output("y");
  m.floats("b", {6}, {0, 0, 0, 0, 1, 0});
  microsoft(m, "MultiHeadAttention", {"q", "k", "k", "b"}, {"y"}).set("num_heads", int64_t(2));
  expectTensor(Import(m).run({tensor({1, 1, 2}, {0, 0}), tensor({1, 2, 2}, {1, 2, 3, 4})}),
               {1, 1, 2}, {3, 3});
}

TEST(OnnxAttention, Rotary) {
  for (int64_t interleaved : {0, 1}) {
    ModelBuilder m(23);
    m.input("x", {1, 1, 6}).output("y").longs("at", {1, 1}, {1});
    m.floats("cos", {2, 1}, {1, 0}).floats("sin", {2, 1}, {0, 1});
    m.node("RotaryEmbedding", {"x", "cos", "sin", "at"}, {"y"})
        .set("num_heads", int64_t(2))
        .set("rotary_embedding_dim", int64_t(2))
        .set("interleaved", interleaved);
    expectTensor(Import(m).run({counting({1, 1, 6})}), {1, 1, 6}, {-2, 1, 3, -5, 4, 6});
  }
}

TEST(OnnxAttention, Flexible) {
  ModelBuilder m(26);
  m.input("q", {1, 1, 1, 2}).input("k", {1, 1, 2, 2}).input("v", {1, 1, 2, 1}).output("y");
  m.node("FlexAttention", {"q", "k", "v"}, {"y"}).set("scale", 0.5f);
  m.model.mutable_graph()->mutable_node(0)->set_domain("ai.onnx.preview");
  // Scores 0 and 2 weigh 1 : e².
  expectTensor(Import(m).run({tensor({1, 1, 1, 2}, {1, 1}), tensor({1, 1, 2, 2}, {0, 0, 2, 2}),
                              tensor({1, 1, 2, 1}, {0, 1})}),
               {1, 1, 1, 1}, {0.8807971f});
  proto::AttributeProto &graph = *m.model.mutable_graph()->mutable_node(0)->add_attribute();
  graph.set_name("score_mod");
  EXPECT_EQ(Import(m).failure, ImportFailure::Unsupported);
}

// The projection of OfOneProjection, of steps of 0.5 around 100 and weights of 0.25.
TEST(OnnxAttention, OfAQuantizedProjection) {
  constexpr int32_t u8 = proto::TensorProto::UINT8, i8 = proto::TensorProto::INT8;
  for (bool computed : {false, true}) {
    ModelBuilder m(17);
    m.input("x", {1, 2, 1}, u8).output("y").ints("w", {1, 3}, {0, 4, 4}, i8);
    m.floats("b", {3}, {0, 0, 1}).floats("sw", {}, {0.25f}).ints("zx", {}, {100}, u8);
    if (computed)
      m.input("sx", {});
    else
      m.floats("sx", {}, {0.5f});
    microsoft(m, "QAttention", {"x", "w", "b", "sx", "sw", "", "zx"}, {"y"})
        .set("num_heads", int64_t(1));
    std::vector<uint8_t> steps{104, 110}; // 2 and 5: values 3 and 6, of equal weight
    std::vector<qrt::Tensor> inputs{
        qrt::Tensor::fromValues<uint8_t>({1, 2, 1}, std::span<const uint8_t>(steps))};
    if (computed)
      inputs.push_back(tensor({}, {0.5f}));
    expectTensor(Import(m).run(inputs), {1, 2, 1}, {4.5f, 4.5f});
  }
}

TEST(OnnxAttention, BiasedGelus) {
  for (const char *type : {"BiasGelu", "FastGelu", "Gelu"}) {
    ModelBuilder m(17);
    m.input("x", {2}).output("y").floats("b", {2}, {1, 2});
    bool biased = std::string(type) != "Gelu";
    microsoft(m, type, biased ? std::vector<std::string>{"x", "b"} : std::vector<std::string>{"x"},
              {"y"});
    Floats x = biased ? Floats{0, -2} : Floats{1, 0};
    expectTensor(Import(m).run({tensor({2}, x)}), {2},
                 {std::string(type) == "FastGelu" ? 0.84119199f : 0.84134475f, 0});
  }
}
