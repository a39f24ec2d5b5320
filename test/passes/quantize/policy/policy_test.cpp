#include "passes/quantize/policy/policy.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

TEST(QuantPolicy, AProfileLeavesNothingOpen) {
  for (const Profile &profile : profiles()) {
    const QuantPolicy policy(profile, {}, std::nullopt);
    const LayerPolicy &layer = policy.of(static_cast<mlir::Operation *>(nullptr));
    EXPECT_TRUE(layer.mode && layer.scheme && layer.bits && layer.weightBits && layer.perChannel &&
                layer.attention);
    EXPECT_EQ(layer.origin, ("profile " + profile.name).str());
    EXPECT_EQ(policy.region(), profile.region);
  }
}

} // namespace
} // namespace qopt::test
