// A device of kernels in the host's memory: each run adds one to every element.
#pragma once

#include "runtime/drivers/kernels/executable.h"

#include <cstring>
#include <functional>

namespace qrt::test {

/// The data that states share: their calls so far, and the failures to produce.
struct MemoryDevice {
  int64_t refusedBatch = 0;
  Status launches; // of each launch
  std::vector<uint32_t> faults;
  std::vector<int64_t> prepared; // batches, in order
  int made = 0, finished = 0;
};

class MemoryState : public kernels::RunState {
public:
  MemoryState(MemoryDevice &device, kernels::RunKind kind) : RunState(kind), device(device) {}

  // Nothing is done before it is waited for, as on a device.
  Status upload(size_t, const Tensor &tensor) override {
    queued.push_back([this, tensor] {
      auto values = tensor.values<int32_t>();
      input.assign(values.begin(), values.end());
    });
    return {};
  }
  Status launch() override {
    queued.push_back([this] {
      output = input;
      for (int32_t &value : output)
        ++value;
    });
    return device.launches;
  }
  Status download(size_t, Tensor &tensor) override {
    queued.push_back(
        [this, &tensor] { std::memcpy(tensor.mutableData(), output.data(), tensor.bytes()); });
    return {};
  }
  Status readFaults(std::span<uint32_t> words) override {
    work();
    std::copy(device.faults.begin(), device.faults.end(), words.begin());
    return {};
  }
  Status finish() override {
    work();
    ++device.finished;
    return {};
  }
  Status readTimes(std::span<double> seconds) override {
    std::fill(seconds.begin(), seconds.end(), 0.5);
    return {};
  }

protected:
  Status setBatch(int64_t wanted) override {
    device.prepared.push_back(wanted);
    if (wanted == device.refusedBatch)
      return {StatusCode::DeviceError, "not enough memory"};
    return {};
  }

private:
  void work() {
    for (const auto &step : std::exchange(queued, {}))
      step();
  }
  MemoryDevice &device;
  std::vector<std::function<void()>> queued;
  std::vector<int32_t> input, output;
};

class MemoryKernels : public kernels::LoadedKernels {
public:
  MemoryKernels(MemoryDevice &device, Program program)
      : LoadedKernels(std::make_shared<Program>(std::move(program))), device(device) {}
  Expected<std::unique_ptr<kernels::RunState>> makeState(kernels::RunKind kind) override {
    ++device.made;
    return std::unique_ptr<kernels::RunState>(std::make_unique<MemoryState>(device, kind));
  }
  int64_t activationBytes(int64_t batch) const override { return 32 * batch; }

private:
  MemoryDevice &device;
};

} // namespace qrt::test
