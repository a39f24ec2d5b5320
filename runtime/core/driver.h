// What a device driver implements. One conformance suite (test/conformance)
// runs against every driver; drivers/null is the guide for a new one.
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

/// A queue of the device's own API, which the caller has: CUDA's CUstream, of which null and 1 are
/// the default stream, 2 is the calling thread's. Other devices have none: null.
using DeviceStream = void *;

/// The end of a run that was queued: it has passed once the run has ended. Many threads may ask.
class DeviceMoment {
public:
  virtual ~DeviceMoment() = default;
  /// It does not wait.
  virtual Expected<bool> hasPassed() const = 0;
  /// Until it has passed; the thread sleeps or spins as the driver does.
  virtual Status wait() const = 0;
  /// What is queued on `stream` from now on comes after it; this thread does not wait.
  virtual Status comesBefore(DeviceStream stream) const = 0;
};

/// Bytes in a device's own memory, which go with it: to others who ask for as many, once the device
/// is through with them. The device may go before.
class DeviceBytes {
public:
  virtual ~DeviceBytes() = default;
  /// An address of the device's, a multiple of 256.
  virtual void *data() const = 0;
  /// Somebody's work on `stream` reads or writes them beside the run that they were made for.
  virtual void usedOn(DeviceStream stream) = 0;
  /// `size` of them, from `offset` on, to the host, after what is queued now on `stream`; waits.
  virtual Status read(void *to, size_t offset, size_t size, DeviceStream stream) const = 0;
  /// The first `size` of them from the host, likewise.
  virtual Status write(const void *from, size_t size, DeviceStream stream) = 0;
};

/// Inputs and outputs at one batch in the device's memory, and a run that neither copies nor waits:
/// upload, then start and wait as often as wanted, then download. One thread at a time; several
/// live beside each other and beside Executable::run. The Executable outlives it.
class BoundRun {
public:
  virtual ~BoundRun() = default;
  /// Tensors as Executable::run's. An input stays until it is uploaded anew.
  virtual Status upload(size_t input, const Tensor &tensor) = 0;
  /// Begins a run; it may go on when this returns. Then wait().
  virtual Status start() = 0;
  /// Until the run that was started has ended: what became of it.
  virtual Status wait() = 0;
  virtual Status download(size_t output, Tensor &tensor) = 0;
};

/// Bytes that a device holds.
struct MemoryUse {
  int64_t constants = 0;   // as long as the program is loaded
  int64_t activations = 0; // of one run: Executable::activationBytes
  int64_t scratch = 0;     // of one run, beside them
  int64_t sum() const { return constants + activations + scratch; }
};

/// A program ready on a device. Runs may come from many threads at once.
class Executable {
public:
  virtual ~Executable() = default;
  /// Tensors in the order of Program::inputs/outputs, row-major as in the
  /// buffers' shapes at `batch`. Outputs are allocated by the caller.
  virtual Status run(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs) = 0;
  /// The same, and how long each of Program::nodes took, by the device's own clock where it has
  /// one: `seconds` holds one of them each.
  virtual Status profile(int64_t, std::span<const Tensor>, std::span<Tensor>, std::span<double>) {
    return {StatusCode::Unsupported, "this device does not time its nodes"};
  }
  /// run() on tensors that lie in the device's own memory, whose `data` are addresses there
  /// (Tensor::view): inputs are read and outputs written where they lie, or, where one does not
  /// begin at a multiple of 64 bytes, copied there by the device. The run is queued on `stream`: it
  /// comes after what is queued there already and before what is queued there later, so that the
  /// caller, who keeps the tensors until the end, need not wait. Where an index of the data's may
  /// leave its tensor (Program::faults), this waits for the end, and an error is the run's; else a
  /// kernel that fails is the error of whoever waits next. No output lies over another tensor. Of
  /// the host, whose memory is the device's, it is run().
  virtual Expected<std::shared_ptr<DeviceMoment>>
  runOnDevice(int64_t batch, std::span<const Tensor> inputs, std::span<Tensor> outputs,
              DeviceStream stream);
  /// Memory for one run at `batch`, made now and not when it starts. Where a device has no other
  /// memory than the host's, tensors stay there, and start() runs to the end (core/bound_run.h).
  virtual Expected<std::unique_ptr<BoundRun>> bind(int64_t batch) = 0;
  /// Bytes that one run at `batch` holds for inputs, activations and outputs: at least the
  /// program's largestLiveSet of the samples that it takes at once, which may be fewer.
  virtual int64_t activationBytes(int64_t batch) const = 0;
  /// What it asked the device for with one run at `batch`, without what allocators add.
  virtual MemoryUse memoryUse(int64_t batch) const = 0;
};

struct LoadOptions {
  KernelCache *cache = nullptr; // null: compile every time
  /// Called as kernels are made ready: done, of how many, first with none done. From any thread,
  /// never from two at once.
  std::function<void(size_t, size_t)> progress;
  /// Of the programs of one model, which hold equal weights, and what is packed of them alike, once
  /// (core/weight_store.h); null: each holds its own. Devices with memory of their own do.
  std::shared_ptr<WeightStore> weights = nullptr;
  /// What the caller takes: Direct refuses programs that were compiled for Fast. Asked of programs
  /// as models are loaded (qrt.h, artifact.h).
  FloatOrder floatOrder = FloatOrder::Fast;
  /// Of this device and of a program of the same plan (format/refit/same_plan.h): kernels whose
  /// texts are the same are taken from it and not compiled again. It need not outlive what is
  /// loaded.
  const Executable *like = nullptr;
};

class Device {
public:
  virtual ~Device() = default;
  virtual const DeviceDescription &description() const = 0;
  virtual Expected<std::unique_ptr<Executable>> load(std::shared_ptr<const Program> program,
                                                     const LoadOptions &options) = 0;
  /// Bytes for Executable::runOnDevice on `stream`, of undefined contents. Unsupported where memory
  /// has no addresses that programs know.
  virtual Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, DeviceStream stream);
};

/// "host", "host:4" (threads, at most 1024), "cuda", "cuda:1" (device index), "opencl", "opencl:1",
/// "null". In runtime/drivers/registry.cpp, as what follows.
Expected<std::unique_ptr<Device>> openDevice(std::string_view specification);
/// Whether openDevice takes it, be there such a device here or not; else what there is. `others`
/// are names that the caller takes beside.
Status checkDevice(std::string_view specification, std::span<const std::string> others = {});
/// Whether devices of that driver run kernels, which are chosen: such a device need not be here.
bool takesKernels(std::string_view specification);
/// What it takes, for messages: "host[:threads]", …
std::vector<std::string> deviceForms();
/// Ok where some driver calls a library of that name, be it here or not; else which there are.
Status checkLibrary(std::string_view name);
/// Every device that can be opened here, host first.
std::vector<DeviceDescription> listDevices();

} // namespace qrt
