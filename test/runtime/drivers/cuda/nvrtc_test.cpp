#include "runtime/drivers/cuda/nvrtc.h"

#include "runtime/drivers/cuda/compiler.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

using namespace qrt::cuda;

// Each test is a process of its own: the library is looked for once.
TEST(Nvrtc, NoneThatTheDriverTakesIsAnErrorWithARemedy) {
  Expected<const Nvrtc *> none = nvrtc(2030);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.status().code(), StatusCode::NotFound);
  const std::string message = none.status().message();
  EXPECT_TRUE(message.starts_with("no NVRTC, which compiles CUDA's kernels, was found") ||
              message.find("the driver takes 2.3") != std::string::npos)
      << message;
  EXPECT_NE(message.find("cuda-nvrtc-13-0"), std::string::npos) << message;
}

TEST(Nvrtc, CompilesForTheDeviceOrShowsItsLog) {
  Expected<const Nvrtc *> found = nvrtc(99000);
  if (!found)
    GTEST_SKIP() << found.status().message();
  DeviceDescription device;
  device.computeCapability = 90;
  device.wgmma = true;
  ASSERT_TRUE((*found)->knows(90));
  EXPECT_FALSE((*found)->knows(20));
  auto code = compile(**found, "extern \"C\" __global__ void f(float *x) { *x = 1.0f / *x; }",
                      buildOptions(device));
  ASSERT_TRUE(code.ok()) << code.status().message();
  EXPECT_EQ(std::string(code->begin(), code->begin() + 4), "\177ELF");
  auto wrong = compile(**found, "__global__ void f() { nothing; }", buildOptions(device));
  ASSERT_FALSE(wrong.ok());
  EXPECT_NE(wrong.status().message().find("its kernel does not compile:\nkernel.cu(1): error"),
            std::string::npos)
      << wrong.status().message();
  EXPECT_EQ(wrong.status().message().find('\0'), std::string::npos);
}

TEST(Nvrtc, OptionsKeepTheNumericContract) {
  DeviceDescription device;
  device.computeCapability = 80;
  EXPECT_EQ(buildOptionsText(device), "--gpu-architecture=sm_80 --fmad=false --prec-div=true "
                                      "--prec-sqrt=true --ftz=false");
  device.computeCapability = 90;
  device.wgmma = true;
  EXPECT_EQ(buildOptions(device)[0], "--gpu-architecture=sm_90a");
}

} // namespace
} // namespace qrt::test
