// Sequential tests: they end early where the truth is plain, and are seldom wrong however often
// somebody looks.
#include "tools/libqopt/flows/gate/sequential.h"

#include <gtest/gtest.h>

#include <random>

using namespace qopt::run;

namespace {

// Returns after how many samples the test is sure, and what of.
std::pair<int, std::optional<bool>> rateOf(double truth, double most, int limit, int seed) {
  std::mt19937 random{unsigned(seed)};
  std::bernoulli_distribution happens(truth);
  RateTest test(most);
  for (int i = 1; i <= limit; ++i) {
    test.add(happens(random));
    if (test.verdict())
      return {i, test.verdict()};
  }
  return {limit, std::nullopt};
}

TEST(RateTest, EndsEarlyWhereRatesAreFarFromTheBound) {
  EXPECT_EQ(rateOf(0, 0.01, 10000, 1).second, true);
  EXPECT_LT(rateOf(0, 0.01, 10000, 1).first, 700);
  EXPECT_EQ(rateOf(0.3, 0.01, 10000, 1).second, false);
  EXPECT_LT(rateOf(0.3, 0.01, 10000, 1).first, 100);
}

TEST(RateTest, IsSeldomWrongAtItsBound) {
  int wrong = 0;
  for (int seed = 0; seed < 2000; ++seed)
    wrong += rateOf(0.02, 0.02, 4000, seed).second == false;
  EXPECT_LE(wrong, 8); // 2 are expected at most
}

TEST(RateTest, WithoutAnyAllowedTheFirstOneFails) {
  RateTest test(0);
  test.add(false);
  EXPECT_FALSE(test.verdict());
  test.add(true);
  EXPECT_EQ(test.verdict(), false);
}

TEST(MeanTest, IsSeldomWrongAtZero) {
  int wrong = 0;
  for (int seed = 0; seed < 1000; ++seed) {
    std::mt19937 random{unsigned(seed)};
    std::normal_distribution<double> values(0, 3);
    MeanTest test;
    bool fails = false;
    for (int i = 0; i < 1000; ++i) {
      test.add(values(random));
      fails |= test.verdict() == false;
    }
    wrong += fails;
  }
  EXPECT_LE(wrong, 6); // half of 1 in 1,000 is expected
}

TEST(MeanTest, ValuesThatAreAllTheSameTellNothing) {
  MeanTest test;
  for (int i = 0; i < 100; ++i)
    test.add(0);
  EXPECT_FALSE(test.verdict());
}

TEST(MeanTest, EndsWhereTheMeanIsPlain) {
  std::mt19937 random{3};
  std::normal_distribution<double> values(-1, 1);
  MeanTest test;
  int needed = 0;
  while (!test.verdict() && needed < 1000) {
    test.add(values(random));
    ++needed;
  }
  EXPECT_EQ(test.verdict(), true);
  EXPECT_LT(needed, 60);
}

} // namespace
