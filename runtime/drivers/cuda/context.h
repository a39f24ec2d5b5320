// A device and its primary context, which the host program may use too.
#pragma once

#include "runtime/drivers/cuda/api.h"
#include "runtime/drivers/cuda/nvrtc.h"
#include "runtime/format/device_description.h"

#include <atomic>
#include <memory>

namespace qrt::cuda {

class DeviceContext {
public:
  static Expected<std::shared_ptr<DeviceContext>>
  make(const Api &cuda, const Nvrtc &nvrtc, DeviceId device, DeviceDescription description);
  ~DeviceContext();
  DeviceContext(const DeviceContext &) = delete;
  DeviceContext &operator=(const DeviceContext &) = delete;

  /// Like cuda::check, and also notes an error that makes the context unusable.
  Status check(Result code, const char *call) const;
  /// Returns an error if an earlier call lost the device.
  Status alive() const;
  /// Returns an attribute of the device; errors are those of check.
  Expected<int> attribute(DeviceAttribute what) const;
  /// Asks the driver about a function; the context is the thread's current one.
  Expected<int> attribute(FunctionHandle function, FunctionAttribute what) const;

  const Api &cuda;
  const Nvrtc &nvrtc;
  const DeviceDescription description;

private:
  friend class Current;
  DeviceContext(const Api &cuda, const Nvrtc &nvrtc, DeviceId device, DeviceDescription description)
      : cuda(cuda), nvrtc(nvrtc), description(std::move(description)), device(device) {}

  DeviceId device;
  ContextHandle handle = nullptr; // null until it is retained
  mutable std::atomic<bool> isLost = false;
};

/// Makes the context the thread's current one while the object lives, and restores the previous
/// one.
class Current {
public:
  explicit Current(const DeviceContext &context);
  ~Current();
  Current(const Current &) = delete;
  Current &operator=(const Current &) = delete;
  /// Returns the error if the context cannot be entered, or if the device is lost.
  const Status &status() const { return ownStatus; }

private:
  const DeviceContext &context;
  bool isPushed;
  Status ownStatus;
};

/// Makes the context current for the rest of a function that returns a Status or an Expected.
#define QRT_CUDA_ENTER(context)                                                                    \
  const ::qrt::cuda::Current current(context);                                                     \
  if (!current.status().ok())                                                                      \
  return current.status()

} // namespace qrt::cuda
