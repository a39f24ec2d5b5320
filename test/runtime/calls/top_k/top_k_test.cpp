#include "runtime/calls/top_k/top_k.h"

#include <gtest/gtest.h>

#include <limits>

using namespace qrt;

static std::vector<int32_t> ordered(const std::vector<float> &values, int64_t chosen,
                                    bool smallest) {
  std::vector<int32_t> places(static_cast<size_t>(chosen));
  const TopKShape shape{smallest, int64_t(values.size()), chosen, {{0}}, {{0}}, 1, 1};
  topK({}, shape, {{1}}, ElementType::F32, values.data(), ElementType::I32, places.data());
  return places;
}

TEST(Order, LowerPlacesFirstAmongEquals) {
  EXPECT_EQ(ordered({1, 3, 2, 3}, 3, false), (std::vector<int32_t>{1, 3, 2}));
  EXPECT_EQ(ordered({0.0f, -0.0f, -1}, 3, true), (std::vector<int32_t>{2, 0, 1}));
}

TEST(Order, NaNIsTheGreatest) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(ordered({infinity, nan, 1, nan}, 3, false), (std::vector<int32_t>{1, 3, 0}));
  EXPECT_EQ(ordered({nan, infinity, nan, 1}, 4, true), (std::vector<int32_t>{3, 1, 0, 2}));
}
