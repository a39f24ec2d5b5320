// A tuner feeds layers noise, and tells which of their answers count as the same.
#include "tools/libqopt/tune/layer_answers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using qrt::ElementType;
using qrt::Tensor;

namespace qopt {
namespace {

template <typename T> Tensor of(std::vector<T> values) {
  return Tensor::fromValues<T>({int64_t(values.size())}, values);
}
std::string unlike(const Tensor &answer, const Tensor &expected, bool sumsFloats = false) {
  return whyUnlike({&answer, 1}, {&expected, 1}, sumsFloats);
}

TEST(Noise, IsTheSameForASeedAndFillsTheRange) {
  const Tensor noisy = noise(ElementType::I8, {3, 100000}, 7);
  const auto values = noisy.values<int8_t>();
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -128);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 127);
  EXPECT_EQ(unlike(noise(ElementType::I8, {3, 100000}, 7), noisy), "");
  EXPECT_NE(unlike(noise(ElementType::I8, {3, 100000}, 8), noisy), "");
}

TEST(Noise, OfFloatsIsSmallAndOfWideIntegersAThousand) {
  const Tensor narrow = noise(ElementType::F32, {500}, 1);
  for (float value : narrow.values<float>()) {
    EXPECT_GE(value, -1);
    EXPECT_LT(value, 1);
  }
  const Tensor wide = noise(ElementType::I32, {500}, 1);
  for (int32_t value : wide.values<int32_t>())
    EXPECT_LE(std::abs(value), 1000);
  EXPECT_GT(*std::max_element(wide.values<int32_t>().begin(), wide.values<int32_t>().end()), 900);
  EXPECT_EQ(noise(ElementType::F32, {0, 4}, 1).size(), 0);
}

TEST(Answers, IntegersAreTheSame) {
  const Tensor expected = of<int32_t>({1, 2, 3});
  EXPECT_EQ(unlike(of<int32_t>({1, 2, 3}), expected), "");
  EXPECT_EQ(unlike(of<int32_t>({1, 3, 4}), expected),
            "2 of 3 values are not those of the heuristics' kernel");
}

TEST(Answers, IntegersOfFloatSumsMayBeAStepApart) {
  const Tensor expected = of<int8_t>({1, 2, 3});
  EXPECT_EQ(unlike(of<int8_t>({0, 3, 3}), expected, true), "");
  EXPECT_NE(unlike(of<int8_t>({1, 4, 3}), expected, true), "");
}

TEST(Answers, FloatsAreAsNearAsAnotherOrderOfSums) {
  const Tensor expected = of<float>({100, 0.001f, NAN});
  EXPECT_EQ(unlike(of<float>({100.001f, 0.002f, NAN}), expected), "");
  EXPECT_NE(unlike(of<float>({100.1f, 0.001f, NAN}), expected), "");
  EXPECT_NE(unlike(of<float>({100, 0.001f, 0}), expected), "");
  EXPECT_NE(unlike(of<float>({100, NAN, NAN}), expected), "");
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(unlike(of<float>({infinity, 1}), of<float>({infinity, 1})), "");
  EXPECT_NE(unlike(of<float>({-infinity, 1}), of<float>({infinity, 1})), "");
}

} // namespace
} // namespace qopt
