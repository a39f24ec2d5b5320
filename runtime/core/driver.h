// The interface of device drivers. One conformance suite (test/conformance) runs against every
// driver; drivers/null is the guide for a new one.
#pragma once

#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/numerics/types/status.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qrt {

class KernelCache;
class WeightStore;

/// A caller's queue of the device's own API: a CUstream of CUDA (null and 1 are the default stream,
/// 2 is the calling thread's). Null on devices without queues.
using DeviceStream = void *;

/// The end of a queued run: it has passed once the run has ended. Many threads may ask.
class DeviceMoment {
public:
  virtual ~DeviceMoment() = default;
  /// Returns whether the run has ended; does not wait.
  virtual Expected<bool> hasPassed() const = 0;
  /// Waits until the run has ended; the thread sleeps or spins as the driver does.
  virtual Status wait() const = 0;
  /// Makes all work queued on `stream` from now on wait for this moment; does not wait itself.
  virtual Status comesBefore(DeviceStream stream) const = 0;
};

/// Bytes in a device's own memory. On destruction they return to the pool and serve another request
/// of that size once the device has finished with them. They may outlive the Device.
class DeviceBytes {
public:
  virtual ~DeviceBytes() = default;
  /// Returns the address in the device's memory, a multiple of 256.
  virtual void *data() const = 0;
  /// Notes that work on `stream`, besides the run that they were made for, reads or writes them.
  virtual void usedOn(DeviceStream stream) = 0;
  /// Copies `size` bytes from `offset` on to the host, after the work that is queued on `stream`;
  /// waits.
  virtual Status read(void *to, size_t offset, size_t size, DeviceStream stream) const = 0;
  /// Copies `size` bytes from the host to the beginning, likewise.
  virtual Status write(const void *from, size_t size, DeviceStream stream) = 0;
};

/// Inputs and outputs at one batch in the device's memory, and a run that neither copies nor waits:
/// upload, then start and wait any number of times, then download. Use one thread at a time;
/// several BoundRuns may live beside each other and beside Executable::run. The Executable must
/// outlive it.
class BoundRun {
public:
  virtual ~BoundRun() = default;
  /// Copies a tensor, as for Executable::run, to the device. An input stays until the next upload.
  virtual Status upload(size_t input, const Tensor &tensor) = 0;
  /// Begins a run, which may continue after this returns; call wait() next.
  virtual Status start() = 0;
  /// Waits for the started run and returns its status.
  virtual Status wait() = 0;
  virtual Status download(size_t output, Tensor &tensor) = 0;
};

/// The memory that a program takes on a device, in bytes.
struct MemoryUse {
  int64_t constants = 0;   // as long as the program is loaded
  int64_t activations = 0; // of one run: Executable::activationBytes
  int64_t scratch = 0;     // of one run, beside them
  int64_t sum() const { return constants + activations + scratch; }
};

/// A program loaded on a device. Many threads may run it at once.
class Executable {
public:
  virtual ~Executable() = default;
  /// Runs the program. Tensors are in the order of Program::inputs/outputs, row-major in the
  /// buffers' shapes at `batch`. The caller allocates the outputs.
  virtual Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) = 0;
  /// The same; also stores the time of each of Program::nodes in `seconds`, by the device's own
  /// clock where it has one.
  virtual Status profile(int64_t, std::span<const Tensor>, std::span<Tensor>, std::span<double>) {
    return {StatusCode::Unsupported, "this device does not time its nodes"};
  }
  /// run() on tensors that lie in the device's own memory, whose `data` are addresses there
  /// (Tensor::view): inputs are read and outputs written in place; the device copies those that do
  /// not begin at a multiple of 64 bytes. The run is queued on `stream`: it comes after the work
  /// already queued there and before later work, so that the caller, who keeps the tensors until
  /// the end, need not wait. If a data-dependent index may leave its tensor (Program::faults), this
  /// waits for the end and returns the run's error; else the next wait reports a kernel's failure.
  /// No output overlaps another tensor. On the host, whose memory is the device's, it is run().
  virtual Expected<std::shared_ptr<DeviceMoment>>
  runOnDevice(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
              DeviceStream stream);
  /// Allocates memory for one run at `batch` now rather than when it starts. On a device without
  /// memory of its own, tensors stay in the host's, and start() runs to the end (core/bound_run.h).
  virtual Expected<std::unique_ptr<BoundRun>> bind(int64_t batch) = 0;
  /// Returns the bytes that one run at `batch` holds for inputs, activations and outputs: at least
  /// the program's largestLiveSet at the number of samples that it computes at once, which may be
  /// below the batch.
  virtual int64_t activationBytes(int64_t batch) const = 0;
  /// Returns the memory requested from the device for the program and one run at `batch`, without
  /// the overhead of allocators.
  virtual MemoryUse memoryUse(int64_t batch) const = 0;
};

struct LoadOptions {
  KernelCache *cache = nullptr; // null: compile every time
  /// Called as kernels are prepared, with the number done and the total, first with 0 done. Any
  /// thread may call it, but never two at once.
  std::function<void(size_t, size_t)> progress;
  /// Shared by the programs of one model: equal weights, and equal packings of them, are held once
  /// (core/weight_store.h). If null, and on devices with memory of their own, each program holds
  /// its own.
  std::shared_ptr<WeightStore> weights = nullptr;
  /// The float order that the caller accepts: Direct refuses programs that were compiled for Fast.
  /// It is checked when models are loaded (qrt.h, artifact.h).
  FloatOrder floatOrder = FloatOrder::Fast;
  /// An executable of this device for a program of the same plan (format/refit/same_plan.h):
  /// kernels with the same source are taken from it instead of compiled again. It need not outlive
  /// the new one.
  const Executable *like = nullptr;
};

class Device {
public:
  virtual ~Device() = default;
  virtual const DeviceDescription &description() const = 0;
  virtual Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                                     const LoadOptions &options) = 0;
  /// Allocates bytes, of undefined contents, for Executable::runOnDevice on `stream`. Unsupported
  /// if the device's memory has no addresses that programs know.
  virtual Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, DeviceStream stream);
  /// Copies bytes between addresses of the host's and of the device's memory, whichever each is,
  /// after what is queued now on `stream`; waits. Unsupported likewise.
  virtual Status copy(void *to, const void *from, size_t bytes, DeviceStream stream);
};

/// Opens "host", "host:4" (threads, at most 1024), "cuda", "cuda:1" (device index), "opencl",
/// "opencl:1" or "null". This and the functions below are defined in runtime/drivers/registry.cpp.
Expected<std::unique_ptr<Device>> openDevice(std::string_view specification);
/// Checks that openDevice accepts the text, whether or not such a device is present; the error
/// lists the accepted forms. `others` are further names that the caller accepts.
Status checkDevice(std::string_view specification, std::span<const std::string> others = {});
/// Returns whether devices of that driver run kernels, which are selected; no such device need be
/// present.
bool takesKernels(std::string_view specification);
/// Returns the forms that openDevice accepts, for messages: "host[:threads]", …
std::vector<std::string> deviceForms();
/// Checks that some driver calls a library of that name, whether or not it is installed; the error
/// lists those that there are.
Status checkLibrary(std::string_view name);
/// Returns every device that can be opened here, the host first.
std::vector<DeviceDescription> listDevices();
/// Those of one driver, which is "cuda" or another name; none where there is no such driver.
std::vector<DeviceDescription> listDevices(std::string_view driver);

} // namespace qrt
