#include "passes/quantize/policy/layer_policy.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

TEST(LayerPolicy, WhoSpeaksLaterIsHeardFirst) {
  const LayerPolicy first{.mode = LayerMode::Simulate, .bits = 8, .origin = "first"};
  const LayerPolicy later{.mode = LayerMode::Quantize, .scheme = nn::Scheme::Affine};
  const LayerPolicy both = first.overlaid(later);
  EXPECT_EQ(both.mode, LayerMode::Quantize);
  EXPECT_EQ(both.scheme, nn::Scheme::Affine);
  EXPECT_EQ(both.bits, 8u);
  EXPECT_FALSE(both.weightBits || both.perChannel);
  EXPECT_EQ(both.origin, "first"); // who gives no name speaks for who spoke before
}

TEST(LayerPolicy, WeightsFollowBitsUnlessTheyAreSaid) {
  const LayerPolicy four{.bits = 8, .weightBits = 4};
  EXPECT_FALSE(four.overlaid({.bits = 16}).weightBits); // what goes with 16
  EXPECT_EQ(four.overlaid({.bits = 16, .weightBits = 8}).weightBits, 8u);
  EXPECT_EQ(four.overlaid({.perChannel = false}).weightBits, 4u);
}

// Policies by name may be collected first, and laid over the one that holds for all.
TEST(LayerPolicy, OverlaysMayBeJoinedInAnyOrder) {
  const LayerPolicy all{.bits = 8, .weightBits = 4, .origin = "all"};
  const LayerPolicy said[] = {{}, {.bits = 16}, {.weightBits = 8}, {.bits = 8, .weightBits = 8}};
  for (const LayerPolicy &one : said)
    for (const LayerPolicy &two : said) {
      const LayerPolicy left = all.overlaid(one).overlaid(two);
      const LayerPolicy right = all.overlaid(one.overlaid(two));
      EXPECT_EQ(left.bits, right.bits);
      EXPECT_EQ(left.weightBits, right.weightBits);
    }
}

} // namespace
} // namespace qopt::test
