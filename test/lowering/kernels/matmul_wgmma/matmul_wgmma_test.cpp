// The kernel gets the products that it is made for: selection thinks no other one cheaper.
#include "lowering/select/call_choice.h"
#include "test/lowering/kernels/tensor_samples.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace qopt::test {
namespace {

using qrt::ElementType;

std::string chosenFor(const Sample &sample) {
  const std::vector<qrt::DeviceDescription> devices = describedDevices();
  const auto hopper = std::ranges::find_if(devices, &qrt::DeviceDescription::wgmma);
  const qrt::Program &program = sample.builder.program;
  return textOf(candidatesFor({program, program.nodes[0], *hopper}, sample.call, 1).front());
}

TEST(RowsByWarpGroups, ManyRowsAreTakenAndFewAreNot) {
  for (ElementType type : {ElementType::I8, ElementType::F16}) {
    const std::string many = chosenFor(tensorMatmul(6304, 768, 768, type));
    EXPECT_TRUE(many.starts_with("matmul.wgmma.rows")) << many;
    EXPECT_NE(many.find("pixels 192, channels 192"), std::string::npos) << many;
    const std::string few = chosenFor(tensorMatmul(64, 768, 768, type));
    EXPECT_FALSE(few.starts_with("matmul.wgmma.rows")) << few;
  }
}

TEST(RowsByWarpGroups, WindowsAreNotRows) {
  const DeviceKernel &kernel = *kernelNamed("conv2d.wgmma.rows");
  const std::vector<qrt::DeviceDescription> devices = describedDevices();
  const auto hopper = std::ranges::find_if(devices, &qrt::DeviceDescription::wgmma);
  const auto parameters = [&](const TensorLayer &layer) {
    const Sample sample = plainTensorConv2d(layer, ElementType::I8);
    const qrt::Program &program = sample.builder.program;
    return parametersFor(kernel, {program, program.nodes[0], *hopper}, sample.call).size();
  };
  EXPECT_EQ(parameters({28, 256, 512, 1}), kernel.space.size());
  EXPECT_EQ(parameters({28, 256, 512, 3, 1, 1}), 0u);
  EXPECT_EQ(parameters({28, 256, 512, 1, 2}), 0u);
}

} // namespace
} // namespace qopt::test
