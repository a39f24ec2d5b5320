#include "runtime/calls/scatter/scatter.h"

#include <gtest/gtest.h>

using namespace qrt;

// Rows of three; an update of a row each 2 elements apart.
static Status scattered(ScatterKind kind, std::vector<float> &target,
                        const std::vector<int64_t> &places) {
  const std::vector<float> updates{10, 0, 20, 0, 30, 0, 40, 0};
  const ScatterShape shape{kind, {{2}}, {{4}}, {{3}}, 1, 0, 2, {1}};
  const int64_t sizes[] = {3};
  return scatter({}, shape, {{2}}, 2, sizes, ElementType::I64, places.data(), ElementType::F32,
                 updates.data(), target.data());
}

TEST(Scatter, InOrder) {
  std::vector<float> target{1, 2, 3, 4, 5, 6};
  ASSERT_TRUE(scattered(ScatterKind::None, target, {1, 1, -3, 2}).ok());
  EXPECT_EQ(target, (std::vector<float>{1, 20, 3, 30, 5, 40}));
  target = {1, 2, 3, 4, 5, 6};
  ASSERT_TRUE(scattered(ScatterKind::Add, target, {1, 1, -3, 2}).ok());
  EXPECT_EQ(target, (std::vector<float>{1, 32, 3, 34, 5, 46}));
}

TEST(Scatter, FailsOutsideAndLeavesTheRest) {
  std::vector<float> target{1, 2, 3, 4, 5, 6};
  Status status = scattered(ScatterKind::None, target, {3, 0, -4, 2});
  EXPECT_EQ(status.message(),
            "an index lies outside its tensor: -1 is not in [0, 3), even from the end");
  EXPECT_EQ(target, (std::vector<float>{20, 2, 3, 4, 5, 40}));
}

TEST(Scatter, IntegersWrap) {
  int8_t target[] = {100};
  const int8_t updates[] = {100, 2};
  const int32_t places[] = {0, 0};
  const int64_t sizes[] = {1};
  const ScatterShape shape{ScatterKind::Add, {{0}}, {{0}}, {{0}}, 1, 0, 1, {1}};
  ASSERT_TRUE(scatter({}, shape, {{1}}, 2, sizes, ElementType::I32, places, ElementType::I8,
                      updates, target)
                  .ok());
  EXPECT_EQ(target[0], -54);
}
