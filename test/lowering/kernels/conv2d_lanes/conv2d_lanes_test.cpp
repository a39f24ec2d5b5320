// A pixel that is its sample's only one and becomes channels that are no whole lanes of tensor
// cores.
#include "lowering/select/call_choice.h"
#include "test/lowering/kernels/tensor_samples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace qopt::test {
namespace {

std::string chosenForGate(int64_t in, int64_t out, qrt::ElementType type) {
  const Sample sample = plainTensorConv2d({1, in, out, 1, 1, 0, (in + 15) / 16 * 16}, type);
  const std::vector<qrt::DeviceDescription> devices = describedDevices();
  const auto hopper = std::ranges::find_if(devices, &qrt::DeviceDescription::wgmma);
  const qrt::Program &program = sample.builder.program;
  return textOf(candidatesFor({program, program.nodes[0], *hopper}, sample.call, 32).front());
}

TEST(Gates, ThoseThatTensorCoresCannotTakeAreSummedByLanes) {
  for (qrt::ElementType type : {qrt::ElementType::I8, qrt::ElementType::F16}) {
    EXPECT_EQ(chosenForGate(888, 222, type), "conv2d.gpu.lanes");
    EXPECT_EQ(chosenForGate(336, 84, type), "conv2d.gpu.lanes");
    EXPECT_TRUE(chosenForGate(888, 224, type).starts_with("conv2d.mma"));
    EXPECT_FALSE(chosenForGate(888, 1001, type).starts_with("conv2d.gpu.lanes"));
  }
}

} // namespace
} // namespace qopt::test
