#include "runtime/drivers/kernels/executable.h"

#include "test/runtime/drivers/kernels/memory_state.h"
#include "test/runtime/format/launch_chain.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

class KernelExecutable : public ::testing::Test {
protected:
  KernelExecutable() {
    Program program = chainOfLaunches({"first", "second"});
    program.faults = {"first", "second"};
    device.faults = {0, 0};
    executable = kernels::makeExecutable(std::make_unique<MemoryKernels>(device, program));
  }
  static Tensor tensor(int64_t batch, int32_t value) {
    return Tensor::fromValues<int32_t>({batch, 4}, std::vector<int32_t>(size_t(batch * 4), value));
  }
  Status run(int64_t batch, int32_t value) {
    Tensor input = tensor(batch, value);
    output = tensor(batch, -1);
    return executable->run(batch, {&input, 1}, {&output, 1});
  }

  MemoryDevice device;
  std::unique_ptr<Executable> executable;
  Tensor output;
};

TEST_F(KernelExecutable, RunsOnAStateThatIsKept) {
  for (int32_t value : {3, 4, 5}) {
    ASSERT_TRUE(run(2, value).ok());
    EXPECT_EQ(output.values<int32_t>()[7], value + 1);
  }
  EXPECT_EQ(device.made, 1);
  EXPECT_EQ(device.prepared, (std::vector<int64_t>{2}));
}

TEST_F(KernelExecutable, AStateThatFailedIsDropped) {
  device.launches = {StatusCode::DeviceError, "the launch failed"};
  EXPECT_EQ(run(1, 0).message(), "the launch failed");
  EXPECT_EQ(device.finished, 1) << "what was queued may still read the caller's memory";
  device.launches = {};
  EXPECT_TRUE(run(1, 0).ok());
  EXPECT_EQ(device.made, 2);
}

TEST_F(KernelExecutable, AnIndexOutsideNamesItsLayerAndLeavesTheOutputs) {
  device.faults = {0, 1};
  Status status = run(1, 3);
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_EQ(status.message(), "layer 'second': an index lies outside its tensor");
  EXPECT_EQ(output.values<int32_t>()[0], -1);
}

TEST_F(KernelExecutable, WhatDoesNotFitIsRefusedBeforeItRuns) {
  Tensor wrong = tensor(2, 0), right = tensor(1, 0);
  EXPECT_EQ(executable->run(1, {&wrong, 1}, {&right, 1}).code(), StatusCode::InvalidArgument);
  EXPECT_EQ(device.made, 0);
  device.refusedBatch = 7;
  EXPECT_EQ(run(7, 0).code(), StatusCode::DeviceError);
  EXPECT_TRUE(run(1, 0).ok());
}

TEST_F(KernelExecutable, AProfiledRunHasAStateOfItsOwn) {
  Tensor input = tensor(1, 3);
  output = tensor(1, 0);
  std::vector<double> seconds(2);
  ASSERT_TRUE(run(1, 0).ok());
  ASSERT_TRUE(executable->profile(1, {&input, 1}, {&output, 1}, seconds).ok());
  EXPECT_EQ(seconds, (std::vector<double>{0.5, 0.5}));
  EXPECT_EQ(output.values<int32_t>()[0], 4);
  EXPECT_EQ(device.made, 2);
}

TEST_F(KernelExecutable, ABoundRunGoesStepByStep) {
  auto bound = executable->bind(2);
  ASSERT_TRUE(bound.ok()) << bound.status().message();
  ASSERT_TRUE((*bound)->upload(0, tensor(2, 6)).ok());
  ASSERT_TRUE((*bound)->start().ok());
  ASSERT_TRUE((*bound)->wait().ok());
  output = tensor(2, 0);
  ASSERT_TRUE((*bound)->download(0, output).ok());
  EXPECT_EQ(output.values<int32_t>()[7], 7);

  EXPECT_EQ((*bound)->upload(0, tensor(1, 6)).code(), StatusCode::InvalidArgument);
  EXPECT_EQ((*bound)->upload(1, tensor(2, 6)).message(),
            "the program has 1 inputs, number 1 was given");
  device.faults = {1, 0};
  ASSERT_TRUE((*bound)->start().ok());
  EXPECT_EQ((*bound)->wait().message(), "layer 'first': an index lies outside its tensor");
  EXPECT_FALSE(executable->bind(0).ok());
  device.refusedBatch = 7;
  EXPECT_FALSE(executable->bind(7).ok());
}

TEST_F(KernelExecutable, TellsWhatItWasMadeOf) {
  EXPECT_NE(kernels::loadedKernelsOf(executable.get()), nullptr);
  EXPECT_EQ(kernels::loadedKernelsOf(nullptr), nullptr);
}

TEST(SameKernels, AreThoseOfTheSameText) {
  const std::string text = "a text that is too long to lie within a string";
  Program known, program;
  known.kernels = {{"other", text}, {"copy", text}, {"add", "add"}};
  program.kernels = {{"add", "add"}, {"copy", text}, {"copy", text + "!"}, {"add", text}};
  using Places = std::vector<std::optional<size_t>>;
  EXPECT_EQ(kernels::sameKernels(program, known), (Places{2, 1, std::nullopt, std::nullopt}));
}

} // namespace
} // namespace qrt::test
