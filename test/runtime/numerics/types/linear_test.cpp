#include "runtime/numerics/types/linear.h"

#include <gtest/gtest.h>

#include <random>

namespace qrt {
namespace {

TEST(Linear, ProvesWhatHoldsForEveryBatch) {
  Linear n = Linear::of({1, 0, 1}, true);
  EXPECT_TRUE(lessEqual(n.times(3), n.times(4)));
  EXPECT_FALSE(lessEqual(n.times(4), n.times(3)));
  EXPECT_FALSE(lessEqual(n, Linear::constant(1000))) << "not at N = 1001";
  EXPECT_TRUE(lessEqual(Linear::constant(5), n.plus(4)));
  EXPECT_FALSE(lessEqual(Linear::constant(5), n.plus(3))) << "not at N = 1";
  EXPECT_TRUE(lessEqual(Linear::of({1, 0, 1}, false), Linear::constant(1)));
}

TEST(Linear, TooLargeProvesNothing) {
  Linear huge = Linear::constant(extentLimit);
  EXPECT_TRUE(lessEqual(huge, huge));
  EXPECT_FALSE(huge.times(2).valid);
  EXPECT_FALSE(lessEqual(Linear::constant(0), huge.plus(1)));
  EXPECT_FALSE(lessEqual(huge.times(INT64_MAX), huge));
  EXPECT_FALSE(Linear::of({1, 0, 0}, true).valid);
  EXPECT_FALSE(Linear::of({INT64_MAX, INT64_MAX, 1}, true).valid);
}

// Whatever is proved holds at the batches that are tried.
TEST(Linear, NeverProvesTooMuch) {
  std::mt19937 random(3);
  auto number = [&](int64_t limit) { return int64_t(random() % uint64_t(limit)); };
  int proved = 0;
  for (int round = 0; round < 20000; ++round) {
    Extent a{number(9), number(9) - 4, 1 + number(5)}, b{number(9), number(9) - 4, 1 + number(5)};
    int64_t factor = number(4), more = number(9) - 4;
    Linear left = Linear::of(a, true).times(factor).plus(more), right = Linear::of(b, true);
    if (!lessEqual(left, right))
      continue;
    ++proved;
    for (int64_t n : {1, 2, 3, 5, 8, 31, 100})
      ASSERT_LE(a.at(n) * factor + more, b.at(n)) << "round " << round << " N " << n;
  }
  EXPECT_GT(proved, 1000);
}

} // namespace
} // namespace qrt
