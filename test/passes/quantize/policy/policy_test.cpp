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

// ONNX Runtime adds two products in 16 bits: 2 * 255 * 63 fits them, 2 * 255 * 127 does not.
TEST(QuantPolicy, OnnxRuntimeHasWeightsOf7Bits) {
  auto weightBits = [](llvm::StringRef profile, const LayerPolicy &said) {
    const QuantPolicy policy(*findProfile(profile), said, std::nullopt);
    return *policy.of(static_cast<mlir::Operation *>(nullptr)).weightBits;
  };
  EXPECT_EQ(weightBits("ort-cpu", {}), 7u);
  EXPECT_EQ(weightBits("ort-cpu", {.bits = 8}), 7u);
  EXPECT_EQ(weightBits("ort-cpu", {.bits = 16}), 16u);
  EXPECT_EQ(weightBits("ort-cpu", {.weightBits = 8}), 8u);
  EXPECT_EQ(weightBits("qopt", {}), 8u);
  EXPECT_EQ(weightBits("tflite", {.bits = 16}), 16u);
}

} // namespace
} // namespace qopt::test
