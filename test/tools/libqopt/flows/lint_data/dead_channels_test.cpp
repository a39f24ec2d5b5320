#include "tools/libqopt/flows/lint_data/dead_channels.h"

#include <gtest/gtest.h>

using namespace qopt::lint;

namespace {

TEST(DeadChannels, OverAllSamples) {
  ChannelExtremes extremes(3);
  extremes.addSample(std::vector<float>{1, 2, 7, 7, 3, 3});
  EXPECT_EQ(extremes.dead(), (std::vector<size_t>{1, 2}));
  extremes.addSample(std::vector<float>{1, 2, 7, 7, 4, 4}); // constant in each, not over both
  EXPECT_EQ(extremes.dead(), std::vector<size_t>{1});
  Findings found = checkInputChannels(extremes, "x");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_EQ(found[0].what, "1 of 3 channels have one value in all samples: 1 (7)");
  EXPECT_EQ(checkLayerChannels(extremes, "relu")[0].severity, Severity::Warning);
}

TEST(DeadChannels, RowsOfExtremes) {
  ChannelExtremes extremes(2);
  extremes.addRows(std::vector<float>{0, 0, 0, -1, 2, 0});
  EXPECT_EQ(extremes.dead(), std::vector<size_t>{0});
  extremes.addRows(std::vector<float>{0, 0.5f, 0, 0, 0, 0});
  EXPECT_TRUE(extremes.dead().empty());
  EXPECT_TRUE(checkLayerChannels(extremes, "relu").empty());
  EXPECT_TRUE(checkInputChannels(extremes, "x").empty());
}

} // namespace
