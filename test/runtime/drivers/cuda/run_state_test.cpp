#include "runtime/drivers/cuda/run_state.h"

#include "test/runtime/drivers/cuda/fake_device.h"
#include "test/runtime/drivers/cuda/programs.h"

#include <algorithm>
#include <thread>

namespace qrt::test {
namespace {

class CudaRuns : public FakeDevice {
protected:
  void use(Program program) {
    auto loaded = load(std::move(program));
    ASSERT_TRUE(loaded.ok()) << loaded.status().message();
    executable = std::move(*loaded);
  }
  void TearDown() override {
    executable.reset();
    FakeDevice::TearDown();
  }
  Status run(int64_t batch, int32_t value) {
    Tensor input = rows(batch, value);
    output = rows(batch, -1);
    return executable->run(batch, {&input, 1}, {&output, 1});
  }
  int32_t last() const { return output.values<int32_t>().back(); }

  std::unique_ptr<Executable> executable;
  Tensor output;
};

TEST_F(CudaRuns, AGraphIsRecordedOnceForABatch) {
  use(addOnes({"a", "b", "c"}));
  const int graphs = fake->graphs, replays = fake->replays;
  for (int32_t value : {3, 4, 5, 6}) {
    ASSERT_TRUE(run(2, value).ok());
    EXPECT_EQ(last(), value + 3);
  }
  EXPECT_EQ(fake->graphs - graphs, 1);
  EXPECT_EQ(fake->replays - replays, 4);
  ASSERT_TRUE(run(7, 1).ok());
  EXPECT_EQ(last(), 4);
  EXPECT_EQ(fake->graphs - graphs, 2);
}

TEST_F(CudaRuns, TensorsLargerThanAPartOfTheStagingArrive) {
  use(addOnes({"a"}));
  const int64_t batch = 200001; // 3.2 MB
  std::vector<int32_t> values(size_t(batch * 4));
  for (size_t i = 0; i < values.size(); ++i)
    values[i] = int32_t(i);
  Tensor input = Tensor::fromValues<int32_t>({batch, 4}, values);
  output = rows(batch, 0);
  ASSERT_TRUE(executable->run(batch, {&input, 1}, {&output, 1}).ok());
  for (size_t i = 0; i < values.size(); ++i)
    ASSERT_EQ(output.values<int32_t>()[i], values[i] + 1);
}

TEST_F(CudaRuns, ALaunchIsItsGroups) {
  Program program = addOnes({"a"});
  launchIn(program, 0).global = {Extent{4, 0, 8}, Extent{0, 6, 1}, Extent{0, 1, 1}};
  launchIn(program, 0).local = {4, 2, 1};
  launchIn(program, 0).localBytes = 512;
  use(std::move(program));
  ASSERT_TRUE(run(3, 1).ok());
  EXPECT_EQ(std::vector<unsigned>(fake->grid, fake->grid + 3), (std::vector<unsigned>{4, 3, 1}));
  EXPECT_EQ(std::vector<unsigned>(fake->block, fake->block + 3), (std::vector<unsigned>{4, 2, 1}));
  EXPECT_EQ(fake->sharedBytes, 512u);
}

TEST_F(CudaRuns, OnlyWhatFollowsAKernelMayBeginEarly) {
  Program program = addOnes({"a", "b", "c"});
  launchIn(program, 0).dependent = launchIn(program, 2).dependent = true;
  use(std::move(program));
  const int before = fake->dependent;
  ASSERT_TRUE(run(1, 0).ok());
  EXPECT_EQ(fake->dependent - before, 1);
}

TEST_F(CudaRuns, TimesAreOfEachNode) {
  Program program = addOnes({"a", "b", "c"});
  launchIn(program, 1).global[1] = Extent{0, 0, 1};
  use(std::move(program));
  Tensor input = rows(1, 1);
  output = rows(1, 0);
  std::vector<double> seconds(3, -1);
  Status status = executable->profile(1, {&input, 1}, {&output, 1}, seconds);
  ASSERT_TRUE(status.ok()) << status.message();
  EXPECT_NEAR(seconds[0], 2e-3, 1e-9);
  EXPECT_EQ(seconds[1], 0) << "there is nothing to do";
  EXPECT_NEAR(seconds[2], 2e-3, 1e-9);
}

TEST_F(CudaRuns, AnIndexOutsideFailsOneRun) {
  Program program = addOnes({"choose"});
  program.kernels[0] = {"fault", "KERNEL fault"};
  program.faults = {"other", "choose"};
  launchIn(program, 0).arguments.push_back(FaultStore());
  launchIn(program, 0).arguments.push_back(Extent{0, 1, 1});
  use(std::move(program));
  EXPECT_TRUE(run(1, 5).ok());
  EXPECT_EQ(run(1, -5).message(), "layer 'choose': an index lies outside its tensor");
  EXPECT_TRUE(run(1, 5).ok());
  auto bound = executable->bind(1);
  ASSERT_TRUE(bound.ok());
  for (int32_t value : {-5, 5}) {
    ASSERT_TRUE((*bound)->upload(0, rows(1, value)).ok());
    ASSERT_TRUE((*bound)->start().ok());
    EXPECT_EQ((*bound)->wait().ok(), value > 0);
  }
}

TEST_F(CudaRuns, ABoundRunKeepsItsInputs) {
  use(addOnes({"a", "b", "c", "d"}));
  auto bound = executable->bind(2);
  ASSERT_TRUE(bound.ok()) << bound.status().message();
  ASSERT_TRUE((*bound)->upload(0, rows(2, 10)).ok());
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE((*bound)->start().ok());
    ASSERT_TRUE((*bound)->wait().ok());
    output = rows(2, 0);
    ASSERT_TRUE((*bound)->download(0, output).ok());
    EXPECT_EQ(last(), 14);
  }
}

TEST_F(CudaRuns, ThreadsHaveStatesOfTheirOwn) {
  use(addOnes({"a", "b", "c"}));
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 30; ++round) {
        Tensor input = rows(t + 1, t * 100 + round), mine = rows(t + 1, 0);
        failures += !executable->run(t + 1, {&input, 1}, {&mine, 1}).ok() ||
                    mine.values<int32_t>().back() != t * 100 + round + 3;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

// ---- on the caller's memory and stream: the fake's is the host's, and does nothing by itself ----

/// A tensor of i32 in the device's memory, `behind` bytes from the start of an allocation.
struct OnDevice {
  OnDevice(Device &device, int64_t batch, int32_t value, size_t behind = 0)
      : bytes(*device.allocate(size_t(batch) * 16 + behind, nullptr)),
        tensor(Tensor::view(ElementType::I32, {batch, 4},
                            static_cast<char *>(bytes->data()) + behind)) {
    std::ranges::fill(tensor.mutableValues<int32_t>(), value);
  }
  int32_t last() const { return tensor.values<int32_t>().back(); }
  std::shared_ptr<DeviceBytes> bytes;
  Tensor tensor;
};

class CudaRunsOnDevice : public CudaRuns {
protected:
  std::shared_ptr<DeviceMoment> queue(OnDevice &in, OnDevice &out, DeviceStream stream = nullptr) {
    auto end =
        executable->runOnDevice(in.tensor.shape()[0], {&in.tensor, 1}, {&out.tensor, 1}, stream);
    EXPECT_TRUE(end.ok()) << end.status().message();
    return end ? *end : nullptr;
  }
  const DeviceStream other = reinterpret_cast<DeviceStream>(2);
};

TEST_F(CudaRunsOnDevice, ReadsAndWritesWhereTensorsLie) {
  use(addOnes({"a", "b", "c"}));
  OnDevice in(*device, 2, 10), out(*device, 2, -1);
  const int copies = fake->deviceCopies;
  auto end = queue(in, out);
  ASSERT_TRUE(end);
  EXPECT_FALSE(*end->hasPassed());
  EXPECT_EQ(out.last(), -1) << "it is queued";
  std::ranges::fill(in.tensor.mutableValues<int32_t>(), 20); // the memory is read when it runs
  ASSERT_TRUE(end->wait().ok());
  EXPECT_TRUE(*end->hasPassed());
  EXPECT_EQ(out.last(), 23);
  EXPECT_EQ(fake->deviceCopies, copies);
}

TEST_F(CudaRunsOnDevice, KernelsAreToldOfOtherPlacesAlone) {
  use(addOnes({"a", "b", "c"}));
  OnDevice in(*device, 2, 10), out(*device, 2, -1), otherOut(*device, 2, -1);
  const int graphs = fake->graphs;
  ASSERT_TRUE(queue(in, out));
  EXPECT_EQ(fake->graphs - graphs, 1);
  const int before = fake->exchanges;
  ASSERT_TRUE(queue(in, out));
  EXPECT_EQ(fake->exchanges - before, 0);
  auto end = queue(in, otherOut);
  ASSERT_TRUE(end);
  EXPECT_EQ(fake->exchanges - before, 1) << "the last kernel's";
  EXPECT_EQ(fake->graphs - graphs, 1);
  ASSERT_TRUE(end->wait().ok());
  EXPECT_EQ(out.last(), 13) << "runs that were queued keep their places";
  EXPECT_EQ(otherOut.last(), 13);
}

TEST_F(CudaRunsOnDevice, TensorsOfOddPlacesAreCopiedThere) {
  use(addOnes({"a", "b"}));
  OnDevice in(*device, 3, 10, 4), out(*device, 3, -1, 32);
  const int copies = fake->deviceCopies;
  for (int round = 0; round < 2; ++round) {
    auto end = queue(in, out);
    ASSERT_TRUE(end && end->wait().ok());
    EXPECT_EQ(out.last(), 12);
  }
  EXPECT_EQ(fake->deviceCopies - copies, 4);
}

TEST_F(CudaRunsOnDevice, ARunOnAnotherStreamComesAfterTheOneBefore) {
  use(addOnes({"a", "b"}));
  OnDevice in(*device, 2, 10), middle(*device, 2, -1), out(*device, 2, -1);
  ASSERT_TRUE(queue(in, middle));
  auto end = queue(middle, out, other); // the state is the same: it waits by itself
  ASSERT_TRUE(end && end->wait().ok());
  EXPECT_EQ(out.last(), 14);

  OnDevice again(*device, 2, -1);
  auto first = queue(in, middle);
  ASSERT_TRUE(first->comesBefore(other).ok());
  auto second = queue(middle, again, other);
  ASSERT_TRUE(second && second->wait().ok());
  EXPECT_EQ(again.last(), 14);
}

TEST_F(CudaRunsOnDevice, AnotherBatchAndTheEndWaitForTheRun) {
  use(addOnes({"a"}));
  OnDevice in(*device, 2, 10), out(*device, 2, -1), one(*device, 1, 5), oneOut(*device, 1, -1);
  ASSERT_TRUE(queue(in, out));
  ASSERT_TRUE(queue(one, oneOut));
  EXPECT_EQ(out.last(), 11) << "its graph is gone";
  executable.reset();
  EXPECT_EQ(oneOut.last(), 6);
}

TEST_F(CudaRunsOnDevice, AnIndexOutsideIsTheRunsError) {
  Program program = addOnes({"choose"});
  program.kernels[0] = {"fault", "KERNEL fault"};
  program.faults = {"choose"};
  launchIn(program, 0).arguments.push_back(FaultStore());
  launchIn(program, 0).arguments.push_back(Extent{0, 0, 1});
  use(std::move(program));
  for (int32_t value : {5, -5, 5}) {
    OnDevice in(*device, 1, value), out(*device, 1, -1);
    auto end = executable->runOnDevice(1, {&in.tensor, 1}, {&out.tensor, 1}, nullptr);
    EXPECT_EQ(end.ok(), value > 0);
    EXPECT_EQ(end.status().message(),
              value > 0 ? "" : "layer 'choose': an index lies outside its tensor");
  }
}

TEST_F(CudaRunsOnDevice, WhatDoesNotFitIsRefused) {
  use(addOnes({"a"}));
  OnDevice in(*device, 2, 10), out(*device, 1, -1);
  EXPECT_EQ(executable->runOnDevice(2, {&in.tensor, 1}, {&out.tensor, 1}, nullptr).status().code(),
            StatusCode::InvalidArgument);
  fake->memory = 64;
  EXPECT_EQ(executable->runOnDevice(1, {&out.tensor, 1}, {&out.tensor, 1}, nullptr).status().code(),
            StatusCode::DeviceError);
}

TEST_F(CudaRunsOnDevice, AnAddressOfNullIsRefused) {
  use(addOnes({"a"}));
  OnDevice in(*device, 2, 10), out(*device, 2, -1);
  Tensor nowhere = Tensor::view(ElementType::I32, {2, 4}, nullptr);
  const int replays = fake->replays;
  Status status = executable->runOnDevice(2, {&nowhere, 1}, {&out.tensor, 1}, nullptr).status();
  EXPECT_EQ(status.code(), StatusCode::InvalidArgument);
  EXPECT_EQ(status.message(), "input 'in0' has an address of null");
  status = executable->runOnDevice(2, {&in.tensor, 1}, {&nowhere, 1}, nullptr).status();
  EXPECT_EQ(status.message(), "output 'out0' has an address of null");
  EXPECT_EQ(fake->replays, replays);
}

TEST_F(CudaRunsOnDevice, ThreadsAndRunsOfTheHostGoBesideEachOther) {
  use(addOnes({"a", "b", "c"}));
  std::atomic<int> failures = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int round = 0; round < 20; ++round) {
        OnDevice in(*device, t + 1, t * 100 + round), out(*device, t + 1, -1);
        auto end = executable->runOnDevice(t + 1, {&in.tensor, 1}, {&out.tensor, 1},
                                           t % 2 ? other : nullptr);
        failures += !end || !(*end)->wait().ok() || out.last() != t * 100 + round + 3;
        Tensor host = rows(t + 1, round), mine = rows(t + 1, 0);
        failures += !executable->run(t + 1, {&host, 1}, {&mine, 1}).ok() ||
                    mine.values<int32_t>().back() != round + 3;
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(failures, 0);
}

TEST_F(CudaRuns, MemoryThatRunsOutNamesTheBatch) {
  use(addOnes({"a"}));
  fake->memory = 4096;
  Status status = run(100, 0);
  EXPECT_EQ(status.code(), StatusCode::DeviceError);
  EXPECT_EQ(status.message(),
            "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (said so) at batch 100, whose activations "
            "take 12800 bytes; use a smaller batch");
  EXPECT_TRUE(run(1, 0).ok()) << "it stays usable";
}

} // namespace
} // namespace qrt::test
