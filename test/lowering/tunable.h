// Networks and devices with several kernels for a layer.
#pragma once

#include "lowering/lower.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

namespace qopt::test {

inline qrt::DeviceDescription described(const char *driver, bool isGpu) {
  return {.driver = driver,
          .name = isGpu ? "card" : "processor",
          .localMemoryBytes = isGpu ? 227 * 1024 : 1 << 15,
          .maxWorkGroup = isGpu ? 1024 : 4096,
          .computeUnits = isGpu ? 132u : 8u,
          .takesKernels = true,
          .isGpu = isGpu,
          .dp4a = isGpu,
          .computeCapability = isGpu ? 90 : 0,
          .wgmma = isGpu,
          .dynamicLocalMemory = isGpu,
          .dependentLaunch = isGpu};
}
inline qrt::DeviceDescription processor() { return described("opencl", false); }
inline qrt::DeviceDescription card() { return described("cuda", true); }

/// 'a' and 'b' are alike, 'c' is another layer; a batch of any size.
inline std::string floats() {
  return R"(
  !x = tensor<?x32x6x6xf32, #nn.dims<N>>
  func.func @main(%x: !x {nn.name = "x"}) -> (!x, tensor<?x32x4x4xf32, #nn.dims<N>>) {
    %w = nn.constant {nn.name = "w"} dense<0.01> : tensor<32x32x3x3xf32>
    %v = nn.constant {nn.name = "v"} dense<0.02> : tensor<32x32x3x3xf32>
    %a = nn.conv2d %x, %w {nn.name = "a", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<32x32x3x3xf32>) -> !x
    %b = nn.conv2d %a, %v {nn.name = "b", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<32x32x3x3xf32>) -> !x
    %c = nn.conv2d %b, %w {nn.name = "c"} : (!x, tensor<32x32x3x3xf32>) -> tensor<?x32x4x4xf32, #nn.dims<N>>
    return %b, %c : !x, tensor<?x32x4x4xf32, #nn.dims<N>>
  })";
}
/// One layer, 'y'.
inline std::string bytes(const std::string &batch = "?",
                         const std::string &dims = ", #nn.dims<N>") {
  return "!x = tensor<" + batch + "x64x8x8xi8" + dims + ">\n!y = tensor<" + batch + "x64x8x8xi32" +
         dims + R"(>
  func.func @main(%x: !x {nn.name = "x"}) -> !y {
    %w = nn.constant {nn.name = "w"} dense<3> : tensor<64x64x3x3xi8>
    %y = nn.conv2d %x, %w {nn.name = "y", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<64x64x3x3xi8>) -> !y
    return %y : !y
  })";
}

class TunableTest : public ::testing::Test {
protected:
  void parse(const std::string &text) {
    auto parsed = parseModule(*context, text);
    ASSERT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
  }
  qrt::Program calls(const qrt::DeviceDescription &device) {
    auto lowered = lowerToCalls(*module, device);
    EXPECT_TRUE(mlir::succeeded(lowered));
    return mlir::succeeded(lowered) ? std::move(*lowered) : qrt::Program();
  }

  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
};

} // namespace qopt::test
