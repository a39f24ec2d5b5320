#include "tools/libqopt/flows/feed/preprocess.h"

#include <gtest/gtest.h>

#include <limits>

using namespace qrt;
using namespace qopt::io;

namespace {

TEST(Preprocess, PerChannel) {
  std::vector<uint8_t> bytes{10, 20, 30, 40, 50, 60, 70, 80};
  Tensor raw = Tensor::fromValues<uint8_t>({2, 2, 2}, bytes);
  auto result = toFloat(raw, {{10, 30}, {10, 2}}, 1, "x");
  ASSERT_TRUE(result.ok());
  std::vector<float> expected{0, 1, 0, 5, 4, 5, 20, 25};
  for (size_t i = 0; i < 8; ++i)
    EXPECT_EQ(result->values<float>()[i], expected[i]) << i;
}

// [N, H, W, C], where the entries fit the last dimension alone.
TEST(Preprocess, ChannelsLast) {
  std::vector<uint8_t> bytes(12);
  for (size_t i = 0; i < 12; ++i)
    bytes[i] = uint8_t(10 * i);
  auto result =
      toFloat(Tensor::fromValues<uint8_t>({1, 2, 2, 3}, bytes), {{0, 10, 20}, {10, 1, 2}}, 3, "x");
  ASSERT_TRUE(result.ok());
  for (size_t i = 0; i < 12; ++i)
    EXPECT_EQ(result->values<float>()[i],
              (float(10 * i) - float(10 * (i % 3))) / (i % 3 == 0 ? 10.0f : float(i % 3)))
        << i;
}

// The quotient 1/255 is the f32 nearest to it, not a product with 1/255.
TEST(Preprocess, DividesInSinglePrecision) {
  std::vector<uint8_t> bytes(256);
  for (size_t i = 0; i < 256; ++i)
    bytes[i] = uint8_t(i);
  auto result = toFloat(Tensor::fromValues<uint8_t>({256, 1}, bytes), {{0}, {255}}, 1, "x");
  for (size_t i = 0; i < 256; ++i)
    EXPECT_EQ(result->values<float>()[i], float(i) / 255.0f) << i;
}

TEST(Preprocess, RefusesWhatDoesNotFit) {
  Tensor raw = Tensor::allocate(ElementType::U8, {1, 3, 2});
  EXPECT_FALSE(toFloat(raw, {{1, 2}, {1, 1}}, 1, "x").ok());
  EXPECT_FALSE(toFloat(Tensor::allocate(ElementType::F64, {1}), {}, 1, "x").ok());
}

} // namespace
