#include "tools/libqopt/flows/lint_data/layout.h"

#include <gtest/gtest.h>

using namespace qopt::lint;

namespace {

constexpr int64_t side = 16;

/// A slope with a colour of its own in each channel.
float pixel(int64_t c, int64_t y, int64_t x) { return float(50 * c + 3 * y + 2 * x); }

std::vector<float> image(bool byPixel) {
  std::vector<float> values(3 * side * side);
  for (int64_t c = 0; c < 3; ++c)
    for (int64_t y = 0; y < side; ++y)
      for (int64_t x = 0; x < side; ++x)
        values[size_t(byPixel ? (y * side + x) * 3 + c : (c * side + y) * side + x)] =
            pixel(c, y, x);
  return values;
}

Findings judge(const std::vector<float> &values) {
  const std::vector<int64_t> shape{3, side, side};
  auto smoothness = Smoothness::create(shape);
  smoothness->add(values);
  return checkSmoothness(*smoothness, "x");
}

TEST(Layout, BySmoothness) {
  EXPECT_TRUE(judge(image(false)).empty());
  Findings found = judge(image(true));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "layout");
  EXPECT_EQ(found[0].severity, Severity::Error);
}

TEST(Layout, FlatImagesTellNothing) { EXPECT_TRUE(judge(std::vector<float>(768, 4)).empty()); }

TEST(Layout, NotOfFeatureMapsOrGreyImages) {
  EXPECT_FALSE(Smoothness::create(std::vector<int64_t>{1, 28, 28}));
  EXPECT_FALSE(Smoothness::create(std::vector<int64_t>{64, 28, 28}));
  EXPECT_FALSE(Smoothness::create(std::vector<int64_t>{3, 4, 4}));
}

TEST(Layout, ByShape) {
  const std::vector<int64_t> sample{3, 20, 32}, wrong{5, 20, 32, 3}, single{20, 32, 3},
      right{5, 3, 20, 32}, other{5, 32, 20, 3};
  EXPECT_EQ(checkShape(wrong, sample, "x").size(), 1u);
  EXPECT_EQ(checkShape(single, sample, "x").size(), 1u);
  EXPECT_TRUE(checkShape(right, sample, "x").empty());
  EXPECT_TRUE(checkShape(other, sample, "x").empty());
}

} // namespace
