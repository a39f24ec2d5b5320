// What the handles of qrt_c.h are, and how errors leave it: for its own sources alone.
#pragma once

#include "runtime/core/artifact.h"
#include "runtime/core/qrt_c.h"

#include <exception>
#include <new>

struct qrt_status {
  int32_t code;
  std::string message;
};
struct qrt_device {
  std::shared_ptr<qrt::Device> device;
};
struct qrt_artifact {
  qrt::Artifact artifact;
  std::vector<std::string> texts; // of programs
};
struct qrt_model {
  std::shared_ptr<qrt::Device> device; // outlives what is loaded on it
  qrt::ArtifactEntry entry;
  std::shared_ptr<qrt::Model> model;
};
struct qrt_binding {
  std::shared_ptr<qrt::Device> device;
  std::shared_ptr<qrt::Model> model;
  int64_t batch;
  std::vector<qrt::Tensor> inputs, outputs;
  std::weak_ptr<qrt::PendingRun> flight; // of the run that was submitted last
  bool isOnDevice = false;               // its tensors' data are addresses of the device's
};
struct qrt_pending {
  std::shared_ptr<qrt::Device> device; // outlives the run
  std::shared_ptr<qrt::PendingRun> run;
};

namespace qrt {

/// Null of an Ok status.
qrt_status *statusForC(const Status &status);
/// Made before memory is short.
qrt_status *outOfMemoryForC();

/// What is thrown, but for want of memory, as an error.
template <typename Work> Status caughtStatus(Work &&work) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    return {StatusCode::DeviceError, error.what()};
  }
}

/// Nothing is thrown into C.
template <typename Work> qrt_status *guarded(Work &&work) {
  try {
    return statusForC(caughtStatus(work));
  } catch (const std::bad_alloc &) {
    return outOfMemoryForC();
  }
}

inline Status nullPointer() { return invalidArgument("a pointer is null that must not be"); }

/// Calls load(options, binaries) with what the flags of qrt_load ask for.
Status withLoadFlags(const qrt_device &device, uint32_t flags,
                     const std::function<Status(const LoadOptions &, Binaries)> &load);

} // namespace qrt
