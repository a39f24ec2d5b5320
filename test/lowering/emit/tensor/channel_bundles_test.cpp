// Bundles say which groups share a tile of channels, and what of a pixel they read; both are worked
// out by hand here.
#include "lowering/emit/tensor/channel_bundles.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

std::optional<ChannelBundles> bundles(int64_t groups, int64_t in, int64_t out, int64_t bytes,
                                      OtherInputs others = OtherInputs::TimesZero) {
  return bundlesOf({.inChannels = groups * in, .outChannels = groups * out, .groups = groups},
                   bytes, others);
}

TEST(ChannelBundles, NarrowGroupsFillATile) {
  EXPECT_EQ(bundles(32, 4, 4, 1), (ChannelBundles{8, 32, 32, 32}));
  EXPECT_EQ(bundles(32, 8, 8, 1), (ChannelBundles{4, 32, 32, 32}));
  EXPECT_EQ(bundles(32, 16, 16, 1), (ChannelBundles{2, 32, 32, 32}));
  EXPECT_EQ(bundles(32, 4, 4, 2), (ChannelBundles{8, 32, 64, 64}));
  EXPECT_EQ(bundles(13, 8, 8, 1), (ChannelBundles{4, 32, 32, 32})); // the last one has one
}

// A tile of two groups would read the inputs of three.
TEST(ChannelBundles, WiderGroupsStandAlone) {
  EXPECT_EQ(bundles(32, 32, 32, 1), (ChannelBundles{1, 32, 32, 32}));
  EXPECT_EQ(bundles(2, 112, 112, 2), (ChannelBundles{1, 112, 224, 224}));
}

// 24 bytes from byte 24 on lie in two chunks, 40 from byte 40 on in three.
TEST(ChannelBundles, SlicesBeginAndEndAtChunks) {
  EXPECT_EQ(bundles(14, 24, 24, 1), (ChannelBundles{1, 24, 24, 32}));
  EXPECT_EQ(bundles(14, 40, 40, 1), (ChannelBundles{1, 40, 40, 48}));
  EXPECT_EQ(bundles(14, 56, 56, 1), (ChannelBundles{1, 56, 56, 64}));
  EXPECT_EQ(bundles(14, 24, 24, 2), (ChannelBundles{1, 24, 48, 48}));
}

// Lanes write eight channels side by side.
TEST(ChannelBundles, ResultsAreWholeLanes) {
  EXPECT_EQ(bundles(8, 12, 12, 1), (ChannelBundles{2, 24, 24, 32}));
  EXPECT_EQ(bundles(8, 20, 20, 1), (ChannelBundles{2, 40, 40, 48}));
  EXPECT_EQ(bundles(2, 20, 20, 1), (ChannelBundles{2, 40, 40, 48}));
}

TEST(ChannelBundles, OtherInputsLeftOut) {
  EXPECT_EQ(bundles(32, 8, 8, 2, OtherInputs::LeftOut), (ChannelBundles{1, 8, 16, 16}));
  EXPECT_EQ(bundles(8, 24, 24, 2, OtherInputs::LeftOut), (ChannelBundles{1, 24, 48, 48}));
  EXPECT_EQ(bundles(32, 4, 4, 2, OtherInputs::LeftOut), std::nullopt);
  EXPECT_EQ(bundles(32, 4, 8, 2, OtherInputs::LeftOut), std::nullopt);
}

TEST(ChannelBundles, WhatIsMultiplied) {
  EXPECT_EQ(multipliedBytes(*bundles(32, 4, 4, 1)), 32);
  EXPECT_EQ(multipliedBytes(*bundles(32, 24, 24, 2)), 64); // 32 channels for 24, 48 bytes each
}

} // namespace
} // namespace qopt::test
