#include "tools/libqopt/flows/numbers/differences.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

using namespace qrt;
using namespace qopt::run;

namespace {

TEST(Differences, ByHand) {
  std::vector<double> a{1, 2, 2}, b{1, 2, 3};
  Difference d = differenceOf(a, b);
  EXPECT_EQ(d.maxAbs, 1);
  EXPECT_EQ(d.differing, 1);
  EXPECT_EQ(d.first, 2);
  EXPECT_NEAR(d.rmse, std::sqrt(1.0 / 3), 1e-12);
  EXPECT_NEAR(d.sqnr, 10 * std::log10(9.0), 1e-12);
  EXPECT_NEAR(d.cosine, 11 / std::sqrt(9.0 * 14), 1e-12);
}

TEST(Differences, EqualAndSpecialValues) {
  double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  std::vector<double> a{0, nan, infinity};
  Difference same = differenceOf(a, a);
  EXPECT_EQ(same.differing, 0);
  EXPECT_EQ(same.first, -1);
  EXPECT_EQ(same.cosine, 1);
  EXPECT_TRUE(std::isinf(same.sqnr));
  std::vector<double> b{0, 1, infinity};
  EXPECT_EQ(differenceOf(a, b).maxAbs, infinity);
  EXPECT_EQ(differenceOf(a, b).first, 1);
}

// A value that is no number in both is no signal; in one alone it is worse than any noise.
TEST(Differences, NoiseBesideInfinities) {
  double nan = std::nan(""), infinity = std::numeric_limits<double>::infinity();
  std::vector<double> masked{-infinity, nan, 10, 0}, near{-infinity, nan, 10, 1};
  EXPECT_NEAR(differenceOf(masked, near).sqnr, 20, 1e-12);
  std::vector<double> finite{-1e4, nan, 10, 0};
  EXPECT_EQ(differenceOf(masked, finite).sqnr, -infinity);
  EXPECT_EQ(differenceOf(finite, masked).sqnr, -infinity);
  std::vector<double> zeros{0, 0}, noise{0, 1};
  EXPECT_EQ(differenceOf(zeros, noise).sqnr, -infinity);
}

TEST(Differences, StepsBecomeRealValues) {
  qopt::nn::QuantParams steps;
  steps.scale = 0.5;
  steps.zeroPoint = 3;
  std::vector<int8_t> stored{3, 5, -1};
  auto real = realValues(Tensor::fromValues<int8_t>({3}, stored), steps);
  EXPECT_EQ(real, (std::vector<double>{0, 1, -2}));
}

Piece pieceOf(std::vector<float> values, int64_t samples) {
  const int64_t count = int64_t(values.size());
  return {Tensor::fromValues<float>({count}, values), std::nullopt, count, samples};
}

// Batches of three beside batches of two and one: the sums are those of all values at once.
TEST(PiecewiseDifference, OfUnlikeBatches) {
  PiecewiseDifference pieces;
  pieces.addReference(pieceOf({1, 2, 3, 4, 5, 6}, 3));
  pieces.addOther(pieceOf({1, 2, 3, 4}, 2));
  pieces.addOther(pieceOf({5, 7}, 1));
  pieces.addOther(pieceOf({9, 8}, 1));
  EXPECT_FALSE(pieces.difference()); // the reference says nothing of the last one yet
  pieces.addReference(pieceOf({7, 8}, 1));
  std::vector<double> a{1, 2, 3, 4, 5, 6, 7, 8}, b{1, 2, 3, 4, 5, 7, 9, 8};
  ASSERT_TRUE(pieces.difference());
  EXPECT_EQ(pieces.difference()->sqnr, differenceOf(a, b).sqnr);
  EXPECT_EQ(pieces.difference()->differing, 2);
  EXPECT_EQ(pieces.difference()->first, 5);
}

TEST(PiecewiseDifference, WhatFillsABatchUpIsNoAnswer) {
  PiecewiseDifference pieces;
  Piece padded = pieceOf({1, 2, 2, 2}, 2);
  padded.values = 2;
  pieces.addReference(padded);
  pieces.addOther(pieceOf({1, 2}, 2));
  EXPECT_EQ(pieces.difference()->differing, 0);
}

TEST(PiecewiseDifference, SamplesOfUnlikeSizesAreNotCompared) {
  PiecewiseDifference pieces;
  pieces.addReference(pieceOf({1, 2, 3, 4}, 2));
  pieces.addOther(pieceOf({1, 2}, 2));
  pieces.addOther(pieceOf({3, 4}, 2));
  EXPECT_FALSE(pieces.difference());
}

TEST(PiecewiseDifference, LargePiecesAreTakenInParts) {
  PiecewiseDifference pieces;
  std::vector<float> large(200000, 1);
  pieces.addReference(pieceOf(large, 2));
  large[199999] = 3;
  pieces.addOther(pieceOf(large, 2));
  EXPECT_EQ(pieces.difference()->first, 199999);
  EXPECT_NEAR(pieces.difference()->sqnr, 10 * std::log10(200000 / 4.0), 1e-9);
}

TEST(Differences, IndexText) {
  EXPECT_EQ(indexToString(7, {2, 3, 2}), "[1,0,1]");
  EXPECT_EQ(indexToString(0, {}), "[]");
}

} // namespace
