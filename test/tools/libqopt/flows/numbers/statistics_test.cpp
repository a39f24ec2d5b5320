#include "tools/libqopt/flows/numbers/statistics.h"

#include <gtest/gtest.h>

using namespace qrt;
using namespace qopt::run;

namespace {

TEST(Argmax, LowestIndexWins) {
  std::vector<float> scores{1, 3, 3, 0, 0, 0, -1, -2, 5};
  EXPECT_EQ(argmaxRows(Tensor::fromValues<float>({3, 3}, scores)), (std::vector<int64_t>{1, 0, 2}));
  std::vector<int8_t> bytes{-128, 127, -1, -2};
  EXPECT_EQ(argmaxRows(Tensor::fromValues<int8_t>({2, 2}, bytes)), (std::vector<int64_t>{1, 0}));
}

TEST(Leading, OfEqualOnesTheLowestIndexFirst) {
  std::vector<float> scores{1, 3, 3, 0, 7, 3, -1, -2, 5, 5, 5, 5};
  using Rows = std::vector<std::vector<int64_t>>;
  EXPECT_EQ(leadingRows(Tensor::fromValues<float>({2, 6}, scores), 3),
            (Rows{{4, 1, 2}, {2, 3, 4}}));
  EXPECT_EQ(leadingRows(Tensor::fromValues<float>({6, 2}, scores), 5)[0],
            (std::vector<int64_t>{1, 0}));
}

// By hand: 10 samples, the baseline has 8 right, the model 7; 2 lost, 1 gained.
TEST(PairedAccuracy, DropAndInterval) {
  std::vector<int64_t> labels(10, 1), baseline(10, 1), model(10, 1);
  baseline[8] = baseline[9] = 0;
  model[0] = model[1] = model[9] = 0;
  PairedAccuracy paired = pairedAccuracy(labels, baseline, model);
  EXPECT_EQ(paired.flips, 3);
  EXPECT_EQ(paired.onlyBaselineRight, 2);
  EXPECT_EQ(paired.onlyModelRight, 1);
  EXPECT_DOUBLE_EQ(paired.drop(), 10);
  // 100/12 ± 196 * sqrt(3 + 2 - 1/12) / 12
  EXPECT_NEAR(paired.dropInterval().low, 8.3333 - 36.2168, 1e-3);
  EXPECT_NEAR(paired.dropInterval().high, 8.3333 + 36.2168, 1e-3);
}

// One sample says little; all of six lost say no more than 100 points.
TEST(PairedAccuracy, IntervalOfFew) {
  std::vector<int64_t> label{0}, six(6, 0), wrong(6, 1);
  PairedAccuracy same = pairedAccuracy(label, label, label);
  EXPECT_NEAR(same.dropInterval().high, 92.3953, 1e-4); // 196 * sqrt(2) / 3
  EXPECT_NEAR(same.dropInterval().low, -92.3953, 1e-4);
  PairedAccuracy lost = pairedAccuracy(six, six, wrong);
  EXPECT_NEAR(lost.dropInterval().low, 29.1650, 1e-3); // 75 - 196 * sqrt(8 - 36/8) / 8
  EXPECT_EQ(lost.dropInterval().high, 100);
}

TEST(PairedAccuracy, WrongInTwoWaysIsAFlip) {
  std::vector<int64_t> labels{0}, baseline{1}, model{2};
  PairedAccuracy paired = pairedAccuracy(labels, baseline, model);
  EXPECT_EQ(paired.flips, 1);
  EXPECT_EQ(paired.drop(), 0);
}

TEST(Percentile, Interpolates) {
  EXPECT_DOUBLE_EQ(percentile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(percentile({4, 1, 2, 3}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(percentile({1, 2, 3, 4, 5}, 0.9), 4.6);
  EXPECT_DOUBLE_EQ(percentile({7}, 0.99), 7);
}

TEST(MedianRatio, OfPairs) {
  std::vector<double> a{2, 9, 4}, b{1, 3, 4};
  EXPECT_DOUBLE_EQ(medianRatio(a, b), 2); // 2, 3, 1
}

} // namespace
