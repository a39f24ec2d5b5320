// Softmax, Reduction and ArgMax against loops.
#include "test/importers/caffe/import_fixture.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace qopt;
using namespace qopt::caffe::test;

namespace {
/// A shape as rows along an axis: outer × size × inner.
struct Rows {
  int64_t outer = 1, size, inner = 1;
  Rows(const Numbers &shape, size_t axis) : size(shape[axis]) {
    for (size_t i = 0; i < shape.size(); ++i)
      (i < axis ? outer : i > axis ? inner : size) *= i == axis ? 1 : shape[i];
  }
  size_t at(int64_t row, int64_t i) const {
    return size_t((row / inner * size + i) * inner + row % inner);
  }
  int64_t count() const { return outer * inner; }
};
} // namespace

TEST(CaffeReduction, Softmax) {
  for (auto [axis, front] : {std::pair<int, size_t>{1, 1}, {2, 2}, {-1, 2}, {0, 0}}) {
    Array x = noise({2, 3, 4}), y = x;
    Rows rows(x.shape, front);
    for (int64_t row = 0; row < rows.count(); ++row) {
      double sum = 0;
      for (int64_t i = 0; i < rows.size; ++i)
        sum += std::exp(double(x.values[rows.at(row, i)]));
      for (int64_t i = 0; i < rows.size; ++i)
        y.values[rows.at(row, i)] = float(std::exp(double(x.values[rows.at(row, i)])) / sum);
    }
    expectArray(runLayer("Softmax", {x}, "softmax_param { axis: " + std::to_string(axis) + " }"),
                y);
    if (axis == 1)
      expectArray(runLayer("Softmax", {x}), y);
  }
  expectRefused("Softmax", {{2, 3}}, "softmax_param { axis: 2 }", "axis 2 is out of range");
}

TEST(CaffeReduction, Reduction) {
  const std::pair<const char *, double (*)(double, double)> operations[] = {
      {"SUM", [](double sum, double x) { return sum + x; }},
      {"ASUM", [](double sum, double x) { return sum + std::fabs(x); }},
      {"SUMSQ", [](double sum, double x) { return sum + x * x; }},
      {"MEAN", [](double sum, double x) { return sum + x; }}};
  Array x = noise({2, 3, 4});
  for (auto [name, add] : operations)
    for (int axis : {0, 1, 2, -1})
      for (float coeff : {1.0f, -0.5f}) {
        size_t kept = size_t(axis < 0 ? 2 : axis);
        Array y = zeros(Numbers(x.shape.begin(), x.shape.begin() + kept));
        int64_t each = countOf(x.shape) / countOf(y.shape);
        for (size_t i = 0; i < y.values.size(); ++i) {
          double sum = 0;
          for (int64_t k = 0; k < each; ++k)
            sum = add(sum, x.values[i * size_t(each) + size_t(k)]);
          y.values[i] = float(coeff * sum / (name == std::string("MEAN") ? double(each) : 1));
        }
        std::string text = std::string("reduction_param { operation: ") + name +
                           " axis: " + std::to_string(axis) + " coeff: " + std::to_string(coeff) +
                           " }";
        SCOPED_TRACE(text);
        expectArray(runLayer("Reduction", {x}, text), y, 2e-6f);
      }
  expectRefused("Reduction", {{2, 3}}, "reduction_param { axis: 2 }", "axis 2 is out of range");
  expectRefused("Reduction", {{2, 3}}, "reduction_param { coeff: inf }", "no finite number");
}

// The places of the k largest of a row; Caffe sorts pairs of value and place, the largest first.
static std::vector<int64_t> largest(const Array &x, const Rows &rows, int64_t row, int64_t k) {
  std::vector<std::pair<float, int64_t>> pairs;
  for (int64_t i = 0; i < rows.size; ++i)
    pairs.emplace_back(x.values[rows.at(row, i)], i);
  std::sort(pairs.begin(), pairs.end(), std::greater<>());
  std::vector<int64_t> places;
  for (int64_t i = 0; i < k; ++i)
    places.push_back(pairs[size_t(i)].second);
  return places;
}

// Many are equal.
static Array withTies(const Numbers &shape) {
  Array x = noise(shape);
  for (float &value : x.values)
    value = std::round(value);
  return x;
}

TEST(CaffeReduction, ArgMaxAlongAnAxis) {
  Array x = withTies({2, 5, 6});
  for (auto [axis, front] : {std::pair<int, size_t>{1, 1}, {-1, 2}, {0, 0}})
    for (int64_t k : {1, 2}) {
      Rows rows(x.shape, front);
      Numbers shape = x.shape;
      shape[front] = k;
      Array places = zeros(shape), values = zeros(shape);
      Rows to(shape, front);
      for (int64_t row = 0; row < rows.count(); ++row)
        for (int64_t i = 0; auto place : largest(x, rows, row, k)) {
          places.values[to.at(row, i)] = float(place);
          values.values[to.at(row, i++)] = x.values[rows.at(row, place)];
        }
      std::string text = "axis: " + std::to_string(axis) + " top_k: " + std::to_string(k) + " }";
      expectArray(runLayer("ArgMax", {x}, "argmax_param { " + text), places);
      expectArray(runLayer("ArgMax", {x}, "argmax_param { out_max_val: true " + text), values);
    }
}

// Over all of a sample: [N, 1, k], or [N, 2, k] of places and values, of as many dimensions as the
// input if those are more.
TEST(CaffeReduction, ArgMaxOfSamples) {
  for (const Numbers &shape : {Numbers{3, 12}, Numbers{3, 4, 3}, Numbers{3, 2, 3, 2}})
    for (int64_t k : {1, 3}) {
      Array x = withTies(shape);
      Rows rows({3, 12}, 1);
      Numbers one{3, 1, k}, two{3, 2, k};
      one.resize(std::max<size_t>(shape.size(), 3), 1);
      two.resize(one.size(), 1);
      Array places = zeros(one), both = zeros(two);
      for (int64_t n = 0; n < 3; ++n)
        for (int64_t i = 0; auto place : largest(x, rows, n, k)) {
          places.values[size_t(n * k + i)] = both.values[size_t(2 * n * k + i)] = float(place);
          both.values[size_t((2 * n + 1) * k + i++)] = x.values[rows.at(n, place)];
        }
      std::string text = "top_k: " + std::to_string(k) + " }";
      expectArray(runLayer("ArgMax", {x}, "argmax_param { " + text), places);
      expectArray(runLayer("ArgMax", {x}, "argmax_param { out_max_val: true " + text), both);
    }
}

TEST(CaffeReduction, ArgMaxRefusals) {
  expectRefused("ArgMax", {{}}, "", "needs a dimension for samples");
  expectRefused("ArgMax", {{2, 3}}, "argmax_param { top_k: 4 }", "top_k is 4 of 3");
  expectRefused("ArgMax", {{2, 3}}, "argmax_param { top_k: 0 }", "top_k is 0 of 3");
  expectRefused("ArgMax", {{2, 3}}, "argmax_param { axis: 2 }", "axis 2 is out of range");
}
