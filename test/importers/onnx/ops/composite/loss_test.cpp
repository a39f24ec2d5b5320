#include "test/importers/onnx/import_fixture.h"

#include <cmath>

using namespace qopt::onnx;
using namespace qopt::onnx::test;

static qrt::Tensor targets(const Numbers &shape, const Numbers &values) {
  return qrt::Tensor::fromValues<int64_t>(shape, values);
}

TEST(OnnxLoss, NegativeLogLikelihood) {
  struct Case {
    const char *reduction;
    Numbers shape;
    Floats values;
  };
  for (const Case &c :
       {Case{"none", {2}, {-2, -12}}, Case{"sum", {}, {-14}}, Case{"mean", {}, {-14 / 3.0f}}}) {
    ModelBuilder m(13);
    m.input("x", {2, 3}).input("t", {2}, proto::TensorProto::INT64).output("y");
    m.floats("w", {3}, {9, 1, 2});
    m.node("NegativeLogLikelihoodLoss", {"x", "t", "w"}, {"y"})
        .set("reduction", std::string(c.reduction));
    expectTensor(Import(m).run({counting({2, 3}), targets({2}, {1, 2})}), c.shape, c.values);
  }
}

// A target that is ignored counts nothing, whatever stands there; other classes may be impossible.
TEST(OnnxLoss, Ignores) {
  ModelBuilder m(13);
  m.input("x", {1, 2, 2}).input("t", {1, 2}, proto::TensorProto::INT64).output("y");
  m.node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"}).set("ignore_index", int64_t(-5));
  Import import(m);
  expectTensor(import.run({tensor({1, 2, 2}, {-INFINITY, 3, -1, 4}), targets({1, 2}, {1, -5})}), {},
               {1});
}

TEST(OnnxLoss, CrossEntropy) {
  ModelBuilder m(13);
  m.input("x", {1, 2}).input("t", {1}, proto::TensorProto::INT64).output("y").output("log");
  m.node("SoftmaxCrossEntropyLoss", {"x", "t"}, {"y", "log"});
  auto results = Import(m).runAll({tensor({1, 2}, {0, 0}), targets({1}, {1})});
  ASSERT_EQ(results.size(), 2u);
  expectTensor(results[0], {}, {std::log(2.0f)});
  expectTensor(results[1], {1, 2}, {-std::log(2.0f), -std::log(2.0f)});
}

TEST(OnnxLoss, Refuses) {
  ModelBuilder m(13);
  m.input("x", {2, 3}).input("t", {3}, proto::TensorProto::INT64).output("y");
  m.node("NegativeLogLikelihoodLoss", {"x", "t"}, {"y"});
  EXPECT_TRUE(Import(m).says("targets do not have the sizes 2"));
}
