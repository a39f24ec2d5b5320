#include "tools/libqopt/flows/search/errors/error_model.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt::run;

namespace {

/// Two outputs of two elements and one; three layers, of which the first two go together.
ErrorModel plantedErrors() {
  ErrorModel model({2, 1}, {2, 2, 2});
  model.setAlone(0, 1, {0.1, 0, 0.01});
  model.setAlone(1, 1, {0.1, 0, 0});
  model.setAlone(2, 1, {0, 0.3, 0.2});
  return model;
}

TEST(ErrorModelTest, ErrorsAddUpAsVectorsOfEachOutput) {
  const ErrorModel model = plantedErrors();
  const NoisePowers pair = model.noiseOf({1, 1, 0});
  EXPECT_NEAR(pair[0], 0.04, 1e-12);
  EXPECT_NEAR(pair[1], 0.0001, 1e-12);
  EXPECT_NEAR(model.worst({1, 1, 1}), 0.04 + 0.09, 1e-12);
  EXPECT_EQ(model.worst({0, 0, 0}), 0);
  EXPECT_NEAR(model.alone(2, 1), 0.09, 1e-12);
  EXPECT_NEAR(model.pair(0, 1, 1, 1), 0.02, 1e-12);
}

TEST(ErrorModelTest, TheAnchorHoldsAtItselfAndLessWhereFewAreNarrow) {
  ErrorModel model = plantedErrors();
  model.setAnchor({1, 1, 1}, {0.26, 0.0882});
  EXPECT_NEAR(model.noiseOf({1, 1, 1})[0], 0.26, 1e-9);
  const double share = 0.02 / 0.11;
  EXPECT_NEAR(model.noiseOf({1, 1, 0})[0], 0.04 * std::exp(share * share * std::log(2)), 1e-9);
}

TEST(ErrorModelTest, WhatWasMeasuredCorrectsItsNeighbours) {
  ErrorModel model = plantedErrors();
  model.setAnchor({1, 1, 1}, {0.13, 0.0441});
  model.learn({0, 0, 1}, {0.18, 0.08});
  EXPECT_NEAR(model.noiseOf({0, 0, 1})[0], 0.18, 1e-4);
  const double near = model.noiseOf({1, 0, 1})[0] / 0.1, far = model.noiseOf({1, 1, 0})[0] / 0.04;
  EXPECT_GT(near, 1.5);
  EXPECT_LT(far, near);
  model.learn({0, 0, 1}, {0.09, 0.04});
  EXPECT_NEAR(model.noiseOf({0, 0, 1})[0], 0.09, 1e-9);
}

TEST(ErrorModelTest, WhatIsNoNumberIsNotKnown) {
  ErrorModel model = plantedErrors();
  EXPECT_TRUE(model.knows(0, 1));
  model.setAlone(0, 1, {std::nan(""), 0, 0});
  EXPECT_FALSE(model.knows(0, 1));
  EXPECT_TRUE(model.knows(0, 0));
  EXPECT_TRUE(std::isinf(worstOf({0.1, std::nan("")})));
}

TEST(ErrorModelTest, WhatIsNoNumberSpoilsNoOtherPrediction) {
  ErrorModel model = plantedErrors();
  model.setAlone(0, 1, {std::nan(""), 0, 0});
  model.setAnchor({1, 1, 1}, {0.2, 0.2});
  model.learn({1, 0, 1}, {0.2, 0.2});
  EXPECT_TRUE(std::isinf(model.worst({1, 1, 0})));
  EXPECT_TRUE(std::isfinite(model.worst({0, 1, 1})));
}

TEST(ErrorModelTest, WhatAllNetworksHaveCountsOnce) {
  ErrorModel model({2}, {2, 2});
  model.setFloor({0.1, 0});
  model.setAlone(0, 1, {0.1, 0.2});
  model.setAlone(1, 1, {0.1, 0.1});
  EXPECT_NEAR(model.worst({0, 0}), 0.01, 1e-12);
  EXPECT_NEAR(model.worst({1, 1}), 0.01 + 0.09, 1e-12);
  EXPECT_NEAR(model.alone(0, 1), 0.04, 1e-12);
}

TEST(ErrorModelTest, NarrowFloatsAddTheirOwnError) {
  ErrorModel model = plantedErrors();
  model.setBase({0.001, 0});
  EXPECT_NEAR(model.worst({0, 0, 0}), 0.001, 1e-12);
  EXPECT_NEAR(model.noiseOf({1, 0, 0})[0], 0.011, 1e-12);
}

} // namespace
