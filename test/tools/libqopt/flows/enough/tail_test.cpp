// Tails of which the truth is known: exponential and uniform maxima, and bounds that many reach.
#include "tools/libqopt/flows/enough/tail.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

using namespace qopt::run;

namespace {

template <typename Distribution>
std::vector<float> drawn(Distribution distribution, int count, int seed) {
  std::mt19937 random{unsigned(seed)};
  std::vector<float> values;
  for (int i = 0; i < count; ++i)
    values.push_back(float(distribution(random)));
  return values;
}

TEST(Tail, OfExponentialsHasTheirScale) {
  double scale = 0, moves = 0, truth = 0;
  for (int seed = 0; seed < 200; ++seed) {
    const auto values = drawn(std::exponential_distribution(0.5), 200, seed);
    const Tail tail = tailOf({values.data(), 100});
    scale += tail.scale / 200;
    moves += tail.moveAtTwice() / 200;
    truth += (tailOf(values).end - tail.end) / 200;
  }
  EXPECT_NEAR(scale, 2, 0.1);
  EXPECT_NEAR(moves, truth, 0.25); // 2·ln 2, and what 200 draws are off by
}

TEST(Tail, SaysHowOftenOthersLieBeyond) {
  int beyond = 0, all = 0;
  double said = 0;
  for (int seed = 0; seed < 300; ++seed) {
    const auto values = drawn(std::exponential_distribution(1.0), 50, seed);
    const Tail tail = tailOf(values);
    said += tail.chanceBeyond(1, 50) / 300;
    for (float other : drawn(std::exponential_distribution(1.0), 1000, 1000 + seed)) {
      beyond += double(other) > tail.end + 1;
      ++all;
    }
  }
  const double truth = double(beyond) / all; // 1 / (51·e)
  EXPECT_NEAR(truth, 0.0072, 0.0015);
  EXPECT_NEAR(said, truth, 0.003);
}

TEST(Tail, OfABoundThatManyReachMovesNoFarther) {
  const std::vector<float> values = {255, 250, 255, 10};
  const Tail tail = tailOf(values);
  EXPECT_TRUE(tail.wasRepeated);
  EXPECT_EQ(tail.chance(), 0);
  EXPECT_EQ(tail.moveAtTwice(), 0);
  EXPECT_EQ(samplesFor(tail, tail, 0, 0.01), 1);
}

TEST(Tail, CountsTheSamplesThatItTakes) {
  Tail tail{1, 0.05, false, 20};
  // exp(−1) / (n + 1) ≤ 0.01 from 36 on.
  EXPECT_EQ(samplesFor(tail, Tail{1, 0, false, 20}, 0.05, 0.01), 36);
  EXPECT_LE(tail.chanceBeyond(0.05, 36), 0.01);
  EXPECT_GT(tail.chanceBeyond(0.05, 35), 0.01);
  EXPECT_GT(samplesFor(tail, tail, 0, 1e-300), int64_t(1) << 60); // it fits into the result
}

} // namespace
