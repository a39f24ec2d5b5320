#include "runtime/drivers/cuda/program.h"

#include "test/runtime/drivers/cuda/fake_device.h"
#include "test/runtime/drivers/cuda/programs.h"

namespace qrt::test {
namespace {

using CudaProgram = FakeDevice;

TEST_F(CudaProgram, AKernelThatDoesNotCompileNamesItsLayer) {
  Program program = addOnes({"conv1", "conv2"});
  program.kernels[1].source += " @wrong";
  auto loaded = load(std::move(program));
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.status().code(), StatusCode::Unsupported);
  EXPECT_EQ(loaded.status().message(), "layer 'conv2' on Fake Card: its kernel does not compile:\n"
                                       "kernel.cu(1): error: this is wrong");
}

TEST_F(CudaProgram, AProgramOfCallsIsRefused) {
  Program program = addOnes({"conv1"});
  program.nodes[0].work = FillCall();
  EXPECT_FALSE(load(std::move(program)).ok());
}

TEST_F(CudaProgram, ConstantsThatKernelsReadAreOnTheDevice) {
  Program program = addOnes({"bias"});
  program.kernels[0] = {"add_constant", "KERNEL add_constant"};
  const std::vector<int32_t> unread(1000, 7), read{10, 20, 30, 40};
  program.constants = {{"a", Tensor::fromValues<int32_t>({1000}, unread)},
                       {"b", Tensor::fromValues<int32_t>({4}, read)}};
  launchIn(program, 0).arguments.push_back(Operand{Operand::Space::Constant, 1});
  auto loaded = load(std::move(program));
  ASSERT_TRUE(loaded.ok()) << loaded.status().message();
  Tensor input = rows(2, 1), output = rows(2, 0);
  ASSERT_TRUE((*loaded)->run(2, {&input, 1}, {&output, 1}).ok());
  EXPECT_EQ(output.values<int32_t>()[1], 21);
  EXPECT_EQ(output.values<int32_t>()[7], 41);
}

TEST_F(CudaProgram, WeightsThatDoNotFitSayHowMuchTheyAre) {
  Program program = addOnes({"bias"});
  program.kernels[0] = {"add_constant", "KERNEL add_constant"};
  program.constants = {{"b", Tensor::allocate(ElementType::I32, {1000})}};
  launchIn(program, 0).arguments.push_back(Operand{Operand::Space::Constant, 0});
  fake->memory = 1000;
  auto loaded = load(std::move(program));
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.status().code(), StatusCode::DeviceError);
  EXPECT_EQ(loaded.status().message(), "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (said so): the "
                                       "weights take 4096 bytes");
}

// A kernel of the fake declares 1 KiB itself.
TEST_F(CudaProgram, MuchLocalMemoryIsAskedFor) {
  Program program = addOnes({"small", "large"});
  launchIn(program, 0).localBytes = 47 << 10;
  ASSERT_TRUE(load(program).ok());
  EXPECT_EQ(fake->localBytes, 0) << "a kernel takes this much without";
  launchIn(program, 1).localBytes = 100 << 10;
  ASSERT_TRUE(load(program).ok());
  EXPECT_EQ(fake->localBytes, 100 << 10);
}

// Launches overlap on a multiprocessor only where both ask for one split of its memory. It is the
// least that holds as many groups as registers let stay: 17 of one warp, whose items take 120 each.
// A group takes the fake's kilobyte, CUDA's, and what the launch gives.
TEST_F(CudaProgram, AllKernelsAskForTheLeastSplitOfMemoryThatHoldsTheirGroups) {
  Program program = addOnes({"small", "large"});
  const auto percentsWith = [&](int64_t bytes) {
    launchIn(program, 1).localBytes = bytes;
    fake->sharedPercents.clear();
    EXPECT_EQ(load(program).status().message(), "");
    return fake->sharedPercents;
  };
  EXPECT_EQ(percentsWith(0), (std::vector<int>{15, 15})) << "34 of 228 KiB";
  EXPECT_EQ(percentsWith(10 << 10), (std::vector<int>{90, 90})) << "204 of 228 KiB";
  EXPECT_EQ(percentsWith(100 << 10), (std::vector<int>{100, 100}));
}

// Programs that are loaded like another one run its functions: what these ask for holds for both.
TEST_F(CudaProgram, KernelsOfAnotherProgramKeepTheirSplitOfMemory) {
  Program program = addOnes({"small", "large"});
  launchIn(program, 1).localBytes = 10 << 10;
  auto first = load(program);
  ASSERT_EQ(first.status().message(), "");
  const auto percentsOf = [&](const Program &second) {
    fake->sharedPercents.clear();
    auto loaded = device->load(std::make_shared<Program>(second), {.like = first->get()});
    EXPECT_EQ(loaded.status().message(), "");
    return fake->sharedPercents;
  };
  EXPECT_EQ(percentsOf(program), std::vector<int>());
  program.kernels[1].source += " of another text";
  launchIn(program, 1).localBytes = 0;
  EXPECT_EQ(percentsOf(program), std::vector<int>{90}) << "15 would do, the other one asks for 90";
  launchIn(program, 1).localBytes = 100 << 10;
  EXPECT_EQ(percentsOf(program), std::vector<int>{100});
}

TEST_F(CudaProgram, WhatAKernelDoesNotTakeNamesItsLayer) {
  Program program = addOnes({"small", "large"});
  launchIn(program, 1).localBytes = 227 << 10;
  EXPECT_EQ(load(program).status().message(), "layer 'large' on Fake Card: its kernel takes 233472 "
                                              "bytes of local memory, 232448 are the most");
  launchIn(program, 1).localBytes = 0;
  launchIn(program, 1).global = {Extent{1024, 0, 1024}, Extent{0, 1, 1}, Extent{0, 1, 1}};
  launchIn(program, 1).local = {1024, 1, 1};
  EXPECT_EQ(load(program).status().message(), "layer 'large' on Fake Card: its kernel takes 1024 "
                                              "work-items a group, 512 are the most");
}

} // namespace
} // namespace qrt::test
