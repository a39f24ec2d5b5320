// To write a driver: describe the device (selection and the kernel cache key
// on it), load programs, run them. The conformance suite says when it is right.
// One that takes kernels writes drivers/kernels' RunState and LoadedKernels instead of an
// Executable.
#include "runtime/drivers/null/driver.h"

#include "runtime/core/bound_run.h"
#include "runtime/core/check_tensors.h"
#include "runtime/core/device_memory.h"

#include <cstring>

namespace qrt {

namespace {

// A loaded program. Runs come from many threads: keep what a run changes
// (arena, queues, argument values) in an object of its own per run.
class NullExecutable : public Executable {
public:
  explicit NullExecutable(std::shared_ptr<const Program> program) : program(std::move(program)) {}

  // 1. Check the tensors. 2. Copy inputs to their buffers in the arena.
  // 3. Run every node after those in Node::after; list order is valid.
  // 4. Copy outputs back. Here, outputs become zero.
  Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) override {
    if (Status status = checkTensors(*program, batch, inputs, outputs); !status.ok())
      return status;
    for (Tensor &output : outputs)
      std::memset(output.mutableData(), 0, output.bytes());
    return {};
  }

  // On a device with memory of its own: returns a run whose inputs and outputs stay there.
  Expected<std::unique_ptr<BoundRun>> bind(int64_t batch) override {
    return bindOnHost(*this, *program, batch);
  }

  // On a device whose memory has addresses: runs on tensors that lie there, on the caller's queue;
  // implement allocate() below, too. The default of both is Unsupported.
  Expected<std::shared_ptr<DeviceMoment>> runOnDevice(int64_t batch, std::span<const Tensor> inputs,
                                                      std::span<Tensor> outputs,
                                                      DeviceStream stream) override {
    return runOnHostMemory(*this, batch, inputs, outputs, stream);
  }

  int64_t activationBytes(int64_t) const override { return 0; }
  MemoryUse memoryUse(int64_t) const override { return {}; }

private:
  std::shared_ptr<const Program> program;
};

class NullDevice : public Device {
public:
  NullDevice() {
    facts.driver = "null";
    facts.name = "null";
    facts.version = "1";
  }
  const DeviceDescription &description() const override { return facts; }
  // Make constants ready (core/load_constants.h), compile kernels, report
  // progress; refuse what you cannot run, naming the layer.
  Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                             const LoadOptions &) override {
    if (Status status = verifyProgram(*program); !status.ok())
      return status;
    return std::unique_ptr<Executable>(std::make_unique<NullExecutable>(std::move(program)));
  }
  Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, DeviceStream stream) override {
    return allocateOnHost(bytes, stream);
  }
  Status copy(void *to, const void *from, size_t bytes, DeviceStream stream) override {
    return copyOnHost(to, from, bytes, stream);
  }

private:
  DeviceDescription facts;
};

} // namespace

Expected<std::unique_ptr<Device>> openNull(std::optional<unsigned>) {
  return std::unique_ptr<Device>(std::make_unique<NullDevice>());
}

} // namespace qrt
