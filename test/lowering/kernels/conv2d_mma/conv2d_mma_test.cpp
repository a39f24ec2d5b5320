// These tests say which kernels take convolutions of several groups, and by which tiles.
#include "lowering/select/call_choice.h"
#include "test/lowering/kernels/tensor_samples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;

std::string chosenFor(const TensorLayer &layer, ElementType type, int64_t batch = 1) {
  const Sample sample = plainTensorConv2d(layer, type);
  const std::vector<qrt::DeviceDescription> devices = describedDevices();
  const auto hopper = std::ranges::find_if(devices, &qrt::DeviceDescription::wgmma);
  const qrt::Program &program = sample.builder.program;
  return textOf(candidatesFor({program, program.nodes[0], *hopper}, sample.call, batch).front());
}

/// A window of 3 × 3 and as many inputs as results of each of `groups`.
TensorLayer grouped(int64_t size, int64_t groups, int64_t width, int64_t stride = 1) {
  const int64_t channels = groups * width;
  return {size, channels, channels, 3, stride, 1, (channels + 15) / 16 * 16, groups};
}

TEST(GroupsByTensorCores, OfAllWidths) {
  for (ElementType type : {ElementType::I8, ElementType::F16})
    for (int64_t batch : {1, 32})
      for (int64_t width : {4, 8, 16, 24, 32, 40, 48, 56, 64, 112}) {
        const std::string choice = chosenFor(grouped(14, 6, width), type, batch);
        EXPECT_TRUE(choice.starts_with("conv2d.mma") || choice.starts_with("conv2d.wgmma"))
            << width << ": " << choice;
      }
}

// A tile wider than a bundle would be idle beyond it.
TEST(GroupsByTensorCores, NarrowGroupsTakeTilesOf32) {
  for (ElementType type : {ElementType::I8, ElementType::F16})
    for (const TensorLayer &layer : {grouped(56, 32, 4), grouped(28, 32, 8), grouped(14, 14, 24)}) {
      const std::string choice = chosenFor(layer, type, 32);
      EXPECT_NE(choice.find("channels 32"), std::string::npos) << choice;
    }
}

TEST(GroupsByTensorCores, AFilterForEachChannelIsNotTaken) {
  EXPECT_TRUE(chosenFor(grouped(28, 96, 1), ElementType::I8).starts_with("conv2d.gpu.depthwise"));
  EXPECT_TRUE(chosenFor(grouped(28, 96, 1), ElementType::F16).starts_with("conv2d.gpu.depthwise"));
}

} // namespace
} // namespace qopt::test
