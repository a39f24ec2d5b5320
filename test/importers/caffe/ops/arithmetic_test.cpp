// Eltwise, Scale, Bias and Axpy against loops.
#include "test/importers/caffe/import_fixture.h"

#include <cmath>

using namespace qopt;
using namespace qopt::caffe::test;

TEST(CaffeArithmetic, Eltwise) {
  std::vector<Array> x{noise({2, 3, 4}, 1), noise({2, 3, 4}, 2), noise({2, 3, 4}, 3)};
  Array sum = x[0], product = x[0], largest = x[0], weighted = x[0], difference = x[0];
  for (size_t i = 0; i < sum.values.size(); ++i) {
    float a = x[0].values[i], b = x[1].values[i], c = x[2].values[i];
    sum.values[i] = a + b + c;
    product.values[i] = a * b * c;
    largest.values[i] = std::max({a, b, c});
    weighted.values[i] = 0.5f * a - 2 * b + c;
    difference.values[i] = a - b;
  }
  expectArray(runLayer("Eltwise", x), sum);
  expectArray(runLayer("Eltwise", x, "eltwise_param { operation: PROD }"), product);
  expectArray(runLayer("Eltwise", x, "eltwise_param { operation: MAX }"), largest);
  expectArray(runLayer("Eltwise", x, "eltwise_param { coeff: [0.5, -2, 1] }"), weighted);
  expectArray(runLayer("Eltwise", {x[0], x[1]}, "eltwise_param { coeff: 1 coeff: -1 }"),
              difference);
}

TEST(CaffeArithmetic, EltwiseOfOne) {
  Array x = noise({1, 4}), half = x;
  for (float &value : half.values)
    value /= 2;
  expectArray(runLayer("Eltwise", {x}), x);
  expectArray(runLayer("Eltwise", {x}, "eltwise_param { coeff: 0.5 }"), half);
}

TEST(CaffeArithmetic, EltwiseRefusals) {
  const Numbers x{1, 4};
  expectRefused("Eltwise", {x, {1, 1}}, "", "bottoms of different shapes");
  expectRefused("Eltwise", {x, x}, "eltwise_param { coeff: 1 }", "1 of coeff for 2 bottoms");
  expectRefused("Eltwise", {x, x}, "eltwise_param { operation: PROD coeff: [1, 2] }",
                "which go with SUM");
  expectRefused("Eltwise", {x, x}, "eltwise_param { coeff: [inf, 1] }", "no finite number");
}

// Returns the place of an element's parameter among those of dimensions [axis, axis + count).
static size_t placeOf(const Array &x, size_t index, int64_t axis, int64_t count) {
  int64_t inner = 1, size = 1;
  for (int64_t i = axis; i < int64_t(x.shape.size()); ++i)
    (i < axis + count ? size : inner) *= x.shape[size_t(i)];
  return size_t(int64_t(index) / inner % size);
}

TEST(CaffeArithmetic, ScaleAndBias) {
  const struct {
    int64_t axis, count, from; // `from`: axis counted from the front
    Numbers sizes;
  } cases[] = {{1, 1, 1, {3}},           {0, 1, 0, {2}},        {-1, 1, 3, {5}},
               {1, 2, 1, {3, 4}},        {1, -1, 1, {3, 4, 5}}, {2, 2, 2, {4, 5}},
               {0, -1, 0, {2, 3, 4, 5}}, {1, 0, 1, {}}};
  Array x = noise({2, 3, 4, 5});
  for (const auto &c : cases) {
    std::string fields =
        "axis: " + std::to_string(c.axis) + " num_axes: " + std::to_string(c.count);
    SCOPED_TRACE(fields);
    Array factor = noise(c.sizes, 2), shift = noise(c.sizes, 3);
    Array scaled = x, both = x, shifted = x;
    for (size_t i = 0; i < x.values.size(); ++i) {
      size_t at = placeOf(x, i, c.from, int64_t(c.sizes.size()));
      scaled.values[i] *= factor.values[at];
      both.values[i] = scaled.values[i] + shift.values[at];
      shifted.values[i] += shift.values[at];
    }
    expectArray(runLayer("Scale", {x}, "scale_param { " + fields + " }", {factor}), scaled);
    expectArray(
        runLayer("Scale", {x}, "scale_param { bias_term: true " + fields + " }", {factor, shift}),
        both);
    expectArray(runLayer("Bias", {x}, "bias_param { " + fields + " }", {shift}), shifted);
    // A second bottom says itself how many dimensions it has; the bias is a blob still.
    std::string axis = "axis: " + std::to_string(c.axis);
    if (c.sizes.empty())
      continue; // no input is of rank 0
    expectArray(runLayer("Scale", {x, factor}, "scale_param { " + axis + " }"), scaled);
    expectArray(runLayer("Bias", {x, shift}, "bias_param { " + axis + " }"), shifted);
    expectArray(
        runLayer("Scale", {x, factor}, "scale_param { bias_term: true " + axis + " }", {shift}),
        both);
  }
}

TEST(CaffeArithmetic, ScaleRefusals) {
  const Numbers x{2, 3, 4};
  for (const char *type : {"Scale", "Bias"}) {
    std::string param = type == std::string("Scale") ? "scale_param" : "bias_param";
    expectRefused(type, {x}, param + " { axis: 3 }", "axis 3 is out of range", {noise({3})});
    expectRefused(type, {x}, param + " { num_axes: 3 }", "reaches behind", {noise({3})});
    expectRefused(type, {x}, param + " { num_axes: -2 }", "num_axes -2", {noise({3})});
    expectRefused(type, {x}, param + " { num_axes: 9223372036854775807 }", "reaches behind",
                  {noise({3})});
    expectRefused(type, {x}, "", " of 3x1, has 4 in '", {noise({4})});
    // Caffe repeats nothing along a dimension of 1.
    expectRefused(type, {x, {1}}, "", "its second bottom is");
    expectRefused(type, {{2, 1, 4}, {3}}, "", "its second bottom is");
    expectRefused(type, {x, {3, 4, 5}}, "", "reaches behind");
  }
  expectRefused("Scale", {x}, "", "needs 1 blobs, has 2 in '", {noise({3}), noise({3})});
}

TEST(CaffeArithmetic, Axpy) {
  for (const Numbers &shape : {Numbers{2, 3}, Numbers{2, 3, 1, 1}}) {
    Array a = noise(shape), x = noise({2, 3, 2, 4}, 2), y = noise({2, 3, 2, 4}, 3), expected = y;
    for (size_t i = 0; i < y.values.size(); ++i)
      expected.values[i] += a.values[i / 8] * x.values[i];
    expectArray(runLayer("Axpy", {a, x, y}), expected);
  }
  expectRefused("Axpy", {{2, 3, 2, 4}, {2, 3, 2, 4}, {2, 3, 2, 4}}, "",
                "a number for each channel");
  expectRefused("Axpy", {{2, 3}, {2, 3, 2, 4}, {2, 3, 2, 1}}, "", "bottoms of different shapes");
  expectRefused("Axpy", {{2, 3}, {2, 3}, {2, 3}}, "", "needs an image");
}
