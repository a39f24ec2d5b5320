// Products with weights that are told, and rows to round them by.
#pragma once

#include "passes/repair/moments.h"
#include "test/passes/net.h"

#include <algorithm>
#include <cstdio>

namespace qopt::test {

using Doubles = std::vector<double>;

// y = x·W, W of the shape [terms, outputs].
inline std::string product(const qrt::Tensor &weights) {
  const int64_t k = weights.shape()[0], n = weights.shape()[1];
  const std::string x = "tensor<1x" + std::to_string(k) + "xf32>";
  const std::string w = "tensor<" + std::to_string(k) + "x" + std::to_string(n) + "xf32>";
  const std::string y = "tensor<1x" + std::to_string(n) + "xf32>";
  std::string values;
  for (int64_t i = 0; i < k; ++i) {
    values += i ? ", [" : "[";
    for (int64_t o = 0; o < n; ++o) {
      char text[32];
      snprintf(text, sizeof text, "%s%.9e", o ? ", " : "",
               double(weights.values<float>()[size_t(i * n + o)]));
      values += text;
    }
    values += "]";
  }
  return "func.func @main(%x: " + x + " {nn.name = \"x\", nn.range = #nn.range<-1.0, 1.0>}) -> " +
         y + " {\n  %w = nn.constant {nn.name = \"w\"} dense<[" + values + "]> : " + w +
         "\n  %y = nn.matmul %x, %w {nn.name = \"y\", nn.range = #nn.range<-1.0, 1.0>} : (" + x +
         ", " + w + ") -> " + y + "\n  return %y : " + y + " }";
}

inline std::vector<float> valuesOf(const qrt::Tensor &tensor) {
  auto values = tensor.values<float>();
  return {values.begin(), values.end()};
}

// E[x·xᵀ] of `rows` random vectors that a few hidden ones make, so that they vary together.
inline Moments correlated(int64_t terms, unsigned seed) {
  Random random(seed);
  const int64_t hidden = std::max<int64_t>(1, terms / 4), rows = 4 * terms;
  std::vector<double> mix(static_cast<size_t>(terms * hidden));
  for (double &value : mix)
    value = random.next(-1, 1);
  Moments moments{Doubles(size_t(terms)), Doubles(size_t(terms * terms))};
  for (int64_t r = 0; r < rows; ++r) {
    Doubles x(static_cast<size_t>(terms)), h(static_cast<size_t>(hidden));
    for (double &value : h)
      value = random.next(0, 1);
    for (int64_t i = 0; i < terms; ++i) {
      x[size_t(i)] = random.next(0, 0.25f);
      for (int64_t j = 0; j < hidden; ++j)
        x[size_t(i)] += mix[size_t(i * hidden + j)] * h[size_t(j)];
    }
    for (int64_t i = 0; i < terms; ++i) {
      moments.mean[size_t(i)] += x[size_t(i)] / double(rows);
      for (int64_t j = 0; j < terms; ++j)
        moments.second[size_t(i * terms + j)] += x[size_t(i)] * x[size_t(j)] / double(rows);
    }
  }
  return moments;
}

} // namespace qopt::test
