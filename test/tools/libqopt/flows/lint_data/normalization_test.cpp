#include "tools/libqopt/flows/lint_data/normalization.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::lint;

namespace {

/// Two samples a channel, mean ± deviation: the moments are exactly these.
Moments momentsOf(const std::vector<double> &means, const std::vector<double> &deviations) {
  Moments moments(means.size());
  for (double sign : {-1.0, 1.0}) {
    std::vector<float> sample;
    for (size_t c = 0; c < means.size(); ++c)
      sample.push_back(float(means[c] + sign * deviations[c]));
    moments.add(sample);
  }
  return moments;
}

std::vector<std::string> namesOf(const Findings &findings) {
  std::vector<std::string> names;
  for (const Finding &finding : findings)
    names.push_back(finding.name);
  return names;
}
using Names = std::vector<std::string>;

const Expected trained{{0, 1, -2, 5}, {1, 4, 16, 0.25}, 0};

InputFacts imageFacts(double min, double max, bool isBytes, std::vector<double> mean,
                      std::vector<double> std) {
  InputFacts facts;
  facts.input = "x";
  facts.min = min, facts.max = max;
  facts.isBytes = facts.integral = isBytes;
  facts.mean = std::move(mean), facts.std = std::move(std);
  const double m = facts.mean.empty() ? 0 : facts.mean[0], s = facts.std.empty() ? 1 : facts.std[0];
  facts.prepared = momentsOf({((min + max) / 2 - m) / s}, {(max - min) / 4 / s});
  return facts;
}

// By hand: four values 1, 3 in a first and 5, 7 in a second sample of one channel.
TEST(Moments, OfOneChannel) {
  Moments moments(1, {0});
  moments.add(std::vector<float>{1, 3});
  moments.add(std::vector<float>{5, 7});
  EXPECT_DOUBLE_EQ(moments.mean(0), 4);
  EXPECT_DOUBLE_EQ(moments.variance(0), 5);
  EXPECT_DOUBLE_EQ(moments.covariance(0, 0), 4); // of the samples' means 2 and 6
}

TEST(BatchNormFit, RightDataHasNoFinding) {
  auto fit = fitBatchNorm(momentsOf(trained.mean, {1.1, 2.1, 4.2, 0.52}), trained);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->scale, 1.05, 0.03);
  EXPECT_NEAR(fit->shift, 0, 1e-6);
  EXPECT_TRUE(checkBatchNorm(*fit, "bn", {}).empty());
}

TEST(BatchNormFit, ScaleShiftAndSpread) {
  auto wide = fitBatchNorm(momentsOf(trained.mean, {63, 126, 252, 31.5}), trained);
  EXPECT_NEAR(wide->scale, 63, 1e-3);
  EXPECT_EQ(namesOf(checkBatchNorm(*wide, "bn", {})), Names{"input-scale"});
  auto narrow = fitBatchNorm(momentsOf(trained.mean, {0.5, 1, 2, 0.25}), trained);
  EXPECT_EQ(namesOf(checkBatchNorm(*narrow, "bn", {})), Names{"input-scale"});
  auto moved = fitBatchNorm(momentsOf({2, 5, 6, 6}, {1, 2, 4, 0.5}), trained);
  EXPECT_NEAR(moved->shift, 2, 1e-6);
  EXPECT_EQ(namesOf(checkBatchNorm(*moved, "bn", {})), Names{"input-mean"});
  auto uneven = fitBatchNorm(momentsOf(trained.mean, {2, 1, 4, 0.5}), trained);
  EXPECT_NEAR(uneven->spread, std::exp(std::log(2) / std::sqrt(2.0)), 1e-3);
  EXPECT_EQ(namesOf(checkBatchNorm(*uneven, "bn", {})), Names{"input-structure"});
}

TEST(BatchNormFit, DeadChannelsDoNotCount) {
  const Expected one{{0, 0, 0}, {1, 1, 1e-9}, 0};
  auto fit = fitBatchNorm(momentsOf({0, 0, 100}, {1, 1, 50}), one);
  EXPECT_EQ(fit->channels, 2u);
  EXPECT_TRUE(checkBatchNorm(*fit, "bn", {}).empty());
}

TEST(Values, BytesNeedAMeanAndStd) {
  Findings found = checkValues(imageFacts(0, 255, true, {}, {}));
  EXPECT_EQ(namesOf(found), Names{"raw-bytes"});
  EXPECT_EQ(found[0].severity, Severity::Warning); // a network may have been trained so
  EXPECT_EQ(namesOf(checkValues(imageFacts(0, 255, true, {0}, {1}))), Names{"raw-bytes"});
  EXPECT_TRUE(checkValues(imageFacts(0, 255, true, {127}, {128})).empty());
  EXPECT_TRUE(checkValues(imageFacts(-2.1, 2.6, false, {}, {})).empty());
  EXPECT_TRUE(checkValues(imageFacts(0, 1, false, {}, {})).empty());
}

TEST(Values, NormalizedTwice) {
  EXPECT_EQ(namesOf(checkValues(imageFacts(-2.1, 2.6, false, {104}, {1}))),
            Names{"normalized-twice"});
  EXPECT_EQ(namesOf(checkValues(imageFacts(0, 0.99, false, {0}, {255}))),
            Names{"normalized-twice"});
  EXPECT_TRUE(checkValues(imageFacts(0.5, 254.5, false, {0}, {255})).empty());
}

TEST(Values, UnitsOfOne) {
  EXPECT_EQ(namesOf(checkValues(imageFacts(0, 255, true, {0.485}, {0.229}))), Names{"input-units"});
  EXPECT_TRUE(checkValues(imageFacts(0, 0.99, false, {0.485}, {0.229})).empty());
}

TEST(Values, OffCentre) {
  EXPECT_EQ(namesOf(checkValues(imageFacts(0, 255, true, {3}, {63}))), Names{"input-off-centre"});
  EXPECT_TRUE(checkValues(imageFacts(0, 255, true, {0}, {255})).empty()); // no mean was meant
}

} // namespace
