// Libraries' calls among launches, where CLBlast and a device are.
#include "runtime/drivers/opencl/driver.h"
#include "runtime/drivers/opencl/libraries.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace qrt::test {
namespace {

/// y = x · wᵀ: x of three rows of four, w of two.
Program product() {
  Program program;
  program.target = "opencl";
  program.buffers = {
      {"x", ElementType::F32, {{0, 3}, {0, 4}}, BufferRole::Input, {0, 48}, {0, 0}},
      {"y", ElementType::F32, {{0, 3}, {0, 2}}, BufferRole::Output, {0, 24}, {0, 64}}};
  program.arenaBytes = {0, 128};
  program.inputs = {{"x", 0}};
  program.outputs = {{"y", 1}};
  Tensor weights = Tensor::allocate(ElementType::F32, {2, 4});
  std::ranges::copy(std::array{1, 2, 3, 4, 5, 6, 7, 8}, weights.mutableValues<float>().begin());
  program.constants = {{"w", weights}};
  const auto number = [](int64_t value) { return Extent{0, value, 1}; };
  using Space = Operand::Space;
  Launch launch;
  launch.kernel = Launch::noKernel;
  launch.library = LibraryCall{"clblast",
                               "gemm.transposed",
                               {{Space::Buffer, 0}, {Space::Constant, 0}, {Space::Buffer, 1}},
                               {number(3), number(2), number(4), number(0), number(4), number(0),
                                number(4), number(0), number(2)}};
  launch.global = {number(1), number(1), number(1)};
  program.nodes = {{"fc", "", {}, {0}, {1}, launch}};
  return program;
}
Launch &launchIn(Program &program) { return std::get<Launch>(program.nodes[0].work); }

class LibraryCalls : public ::testing::Test {
protected:
  void SetUp() override {
    auto opened = openOpenCl(0);
    if (!opened)
      GTEST_SKIP() << opened.status().message();
    device = std::move(*opened);
    if (Status found = opencl::libraryNamed("clblast")->find(); !found.ok())
      GTEST_SKIP() << found.message();
  }
  Expected<std::unique_ptr<Executable>> load(Program program) {
    return device->load(std::make_shared<const Program>(std::move(program)), {});
  }

  std::unique_ptr<Device> device;
};

void expectProduct(const Tensor &y) {
  EXPECT_TRUE(
      std::ranges::equal(y.values<float>(), std::array{20.0f, 44.0f, 30.0f, 70.0f, 40.0f, 96.0f}));
}

TEST_F(LibraryCalls, RunAndAreTimed) {
  EXPECT_EQ(device->description().libraries, std::vector<std::string>{"clblast"});
  auto executable = load(product());
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  Tensor x = Tensor::allocate(ElementType::F32, {3, 4}),
         y = Tensor::allocate(ElementType::F32, {3, 2});
  for (int i = 0; i < 12; ++i)
    x.mutableValues<float>()[size_t(i)] = float(i % 4 + i / 4);
  Status status = (*executable)->run(1, std::span(&x, 1), std::span(&y, 1));
  ASSERT_TRUE(status.ok()) << status.message();
  expectProduct(y);
  std::ranges::fill(y.mutableValues<float>(), 0.0f);
  double seconds = 0;
  status = (*executable)->profile(1, std::span(&x, 1), std::span(&y, 1), std::span(&seconds, 1));
  ASSERT_TRUE(status.ok()) << status.message();
  expectProduct(y);
  EXPECT_GT(seconds, 0);
}

TEST_F(LibraryCalls, WhatCannotBeMadeIsRefusedAtLoadWithItsLayer) {
  Program unknown = product(), misnamed = product(), short_ = product();
  launchIn(unknown).library->library = "mkl";
  launchIn(misnamed).library->function = "gemv";
  launchIn(short_).library->sizes.pop_back();
  EXPECT_EQ(load(unknown).status().message(), "layer 'fc': OpenCL calls no library 'mkl'");
  EXPECT_EQ(load(unknown).status().code(), StatusCode::Unsupported);
  EXPECT_EQ(load(misnamed).status().message(), "layer 'fc': clblast has no function 'gemv'");
  EXPECT_EQ(load(short_).status().message(),
            "layer 'fc': clblast's gemm.transposed takes 3 operands and 9 sizes");
}

// CLBlast itself looks how far it may reach.
TEST_F(LibraryCalls, AFailureNamesTheLayerAndARemedy) {
  Program beyond = product();
  launchIn(beyond).library->sizes[2] = {0, 4000, 1};
  auto executable = load(beyond);
  ASSERT_TRUE(executable.ok()) << executable.status().message();
  Tensor x = Tensor::allocate(ElementType::F32, {3, 4}),
         y = Tensor::allocate(ElementType::F32, {3, 2});
  const Status status = (*executable)->run(1, std::span(&x, 1), std::span(&y, 1));
  EXPECT_TRUE(status.message().starts_with("layer 'fc': CLBlast's gemm.transposed failed"))
      << status.message();
  EXPECT_NE(status.message().find("compile without --libraries=clblast"), std::string::npos);
}

} // namespace
} // namespace qrt::test
