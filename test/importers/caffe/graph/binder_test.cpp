// Weights that training spoiled: the network is imported, with a warning for each layer.
#include "test/importers/caffe/import_fixture.h"

#include <limits>

using namespace qopt;
using namespace qopt::caffe::test;

static constexpr float notANumber = std::numeric_limits<float>::quiet_NaN(),
                       infinity = std::numeric_limits<float>::infinity();

static Import product(const Array &weights, const Array &bias) {
  std::string text = oneLayer("InnerProduct", {{2, 3}}, "inner_product_param { num_output: 2 }");
  return Import(text, Weights().layer("y", {weights, bias}));
}

static void expectWarned(const Import &import, const std::string &words) {
  EXPECT_TRUE(import.module) << import.said();
  EXPECT_EQ(import.said(), words);
  for (mlir::DiagnosticSeverity severity : import.severities)
    EXPECT_EQ(severity, mlir::DiagnosticSeverity::Warning);
}

TEST(CaffeBinder, NumbersThatAreNotFinite) {
  Array weights = noise({2, 3}), bias = noise({2});
  expectWarned(product(weights, bias), "");
  weights.values[4] = notANumber;
  expectWarned(product(weights, bias),
               "layer 'y' (InnerProduct): 1 of the 6 numbers of its weights is NaN");
  weights.values = {notANumber, notANumber, -infinity, 0, 1, 2};
  bias.values[0] = infinity;
  expectWarned(product(weights, bias),
               "layer 'y' (InnerProduct): 2 of the 6 numbers of its weights are NaN, 1 of the 6 "
               "numbers of its weights is infinite, 1 of the 2 numbers of its bias is infinite");
}

// Once, though the network is read again where the batch stays the file's.
TEST(CaffeBinder, WarnsOnceWhereTheBatchStays) {
  std::string text =
      "input: 'x' input_shape { dim: 2 dim: 3 }\n"
      "layer { name: 'y' type: 'InnerProduct' bottom: 'x' top: 'y' inner_product_param { "
      "num_output: 2 bias_term: false } }\n"
      "layer { name: 's' type: 'Softmax' bottom: 'y' top: 's' softmax_param { axis: 0 } }\n";
  Import import(text, Weights().layer("y", {Array{{2, 3}, {notANumber, 0, 0, 0, 0, 0}}}));
  ASSERT_EQ(import.diagnostics.size(), 2u) << import.said();
  EXPECT_TRUE(import.says("1 of the 6 numbers of its weights is NaN")) << import.said();
  EXPECT_TRUE(import.says("the batch stays 2")) << import.said();
}

TEST(CaffeBinder, AVarianceBelowZero) {
  std::string text = oneLayer("BatchNorm", {{2, 3}});
  auto import = [&](const Floats &sums, float length) {
    return Import(text, Weights().layer("y", {noise({3}), {{3}, sums}, {{1}, {length}}}));
  };
  expectWarned(import({1, 0, 2}, 1), "");
  expectWarned(import({1, 0, 2}, 0), ""); // as before training
  expectWarned(import({1, -1, 2}, 1),
               "layer 'y' (BatchNorm): 1 of the 3 numbers of its variance is negative");
  expectWarned(import({1, 0, 2}, -1),
               "layer 'y' (BatchNorm): 2 of the 3 numbers of its variance are negative");
}

// If training diverged every layer has such weights.
TEST(CaffeBinder, ManyLayers) {
  std::string text = "input: 'x' input_shape { dim: 2 dim: 1 }\n";
  Weights weights;
  for (int i = 0; i < 10; ++i) {
    std::string name = std::to_string(i);
    text += "layer { name: 'l" + name + "' type: 'Scale' bottom: 'x' top: 'l" + name + "' }\n";
    weights.layer("l" + name, {Array{{1}, {notANumber}}});
  }
  Import import(text, weights);
  ASSERT_EQ(import.diagnostics.size(), 9u) << import.said();
  EXPECT_TRUE(import.says("layer 'l7' (Scale): 1 of the 1 numbers of its")) << import.said();
  EXPECT_EQ(import.diagnostics.back(), "2 more layers have such weights");
}
