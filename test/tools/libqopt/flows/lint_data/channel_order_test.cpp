#include "tools/libqopt/flows/lint_data/channel_order.h"

#include <gtest/gtest.h>

#include <random>

using namespace qopt::lint;

namespace {

/// A layer of a red-against-blue and a brightness channel over made-up samples: brightness varies
/// much, colour little.
struct Set {
  Moments given{2, {0, 1}}, reversed{2};
  Set(double red, double blue, int samples, double brightness) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    for (int i = 0; i < samples; ++i) {
      const double common = brightness + normal(random);
      const double r = red + common + 0.1 * normal(random), b = blue + common;
      given.add(std::vector<float>{float(r - b), float(r + b)});
      reversed.add(std::vector<float>{float(b - r), float(r + b)});
    }
  }
};

// Trained on red 0.3 above blue.
const Expected trainedOnColours{{0.3, 0}, {0.05, 4}, 1e-5};

TEST(ChannelOrder, TheGivenOrderIsRight) {
  Set set(0.15, -0.15, 400, 0);
  auto fit = fitOrder(set.given, set.reversed, trainedOnColours);
  ASSERT_TRUE(fit);
  EXPECT_NEAR(fit->position, 0, 0.1);
  EXPECT_TRUE(checkOrder(*fit, "x", "bn").empty());
}

TEST(ChannelOrder, TheReversedOrderFits) {
  Set set(-0.15, 0.15, 400, 0);
  auto fit = fitOrder(set.given, set.reversed, trainedOnColours);
  EXPECT_NEAR(fit->position, 1, 0.1);
  ASSERT_EQ(checkOrder(*fit, "x", "bn").size(), 1u);
  EXPECT_EQ(checkOrder(*fit, "x", "bn")[0].name, "channel-order");
}

TEST(ChannelOrder, BrightnessDoesNotDecide) {
  Set bright(-0.15, 0.15, 400, 0.7), right(0.15, -0.15, 400, 0.7);
  EXPECT_EQ(
      checkOrder(*fitOrder(bright.given, bright.reversed, trainedOnColours), "x", "bn").size(), 1u);
  EXPECT_TRUE(
      checkOrder(*fitOrder(right.given, right.reversed, trainedOnColours), "x", "bn").empty());
}

TEST(ChannelOrder, UndecidableIsSilent) {
  Set grey(0, 0, 400, 0);
  if (auto fit = fitOrder(grey.given, grey.reversed, trainedOnColours)) {
    EXPECT_TRUE(checkOrder(*fit, "x", "bn").empty());
  }
  EXPECT_TRUE(checkOrder({1.0, 0.4}, "x", "bn").empty());  // too few samples
  EXPECT_TRUE(checkOrder({2.5, 0.01}, "x", "bn").empty()); // neither order
  Moments same(2, {0, 1});
  same.add(std::vector<float>{1, 2});
  same.add(std::vector<float>{1, 2});
  EXPECT_FALSE(fitOrder(same, same, trainedOnColours)); // both orders are one
}

// A network of 30,000 features a sample has no use for 30,000 squared.
TEST(ChannelOrder, ManyChannelsAreNotSeenTogether) {
  EXPECT_TRUE(
      orderedChannels({std::vector<double>(513), std::vector<double>(513, 1), 1e-5}).empty());
  EXPECT_EQ(orderedChannels({{0, 0, 0}, {1, 0, 2}, 1e-5}), (std::vector<size_t>{0, 2}));
  Moments many(1 << 20);
  many.add(std::vector<float>(1 << 20, 1.0f));
  EXPECT_EQ(many.mean(7), 1);
  EXPECT_TRUE(many.together().empty());
}

} // namespace
