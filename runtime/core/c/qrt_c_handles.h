// This defines the handles of qrt_c.h, and how errors leave its functions. Only their own sources
// include it.
#pragma once

#include "runtime/core/artifact.h"
#include "runtime/core/qrt_c.h"
#include "runtime/core/states.h"

#include <array>
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
  struct State {
    qrt::StatePorts ports;
    qrt::Tensor rest;
    std::array<qrt::Tensor, 2> memory; // of the input and of the output, which take turns
  };
  std::vector<State> states = {}; // that it keeps
};
struct qrt_pending {
  std::shared_ptr<qrt::Device> device; // outlives the run
  std::shared_ptr<qrt::PendingRun> run;
};

namespace qrt {

/// The caller's status, which is null where all went well.
qrt_status *statusForC(const Status &status);
/// A status that takes no memory: it was made before any was short.
qrt_status *outOfMemoryForC();

/// Runs `work` and turns its exceptions into errors, except for std::bad_alloc, which it rethrows.
template <typename Work> Status caughtStatus(Work &&work) {
  try {
    return work();
  } catch (const std::bad_alloc &) {
    throw;
  } catch (const std::exception &error) {
    return {StatusCode::DeviceError, error.what()};
  }
}

/// Runs `work` without throwing, since the caller is C.
template <typename Work> qrt_status *guarded(Work &&work) {
  try {
    return statusForC(caughtStatus(work));
  } catch (const std::bad_alloc &) {
    return outOfMemoryForC();
  }
}

/// The limit on sizes from callers: more than any memory, yet so small that sizes in bits do not
/// overflow.
inline constexpr int64_t mostBytesForC = int64_t(1) << 56;

/// Returns an error that begins with `what` unless the caller's data begin at a multiple of an
/// element's bytes: loops read and write whole elements.
Status checkAligned(const std::string &what, ElementType type, const void *data);

/// Lets the next run begin with the states that this run gave.
void passStates(qrt_binding &binding);

inline Status nullPointer() { return invalidArgument("a pointer is null that must not be"); }

/// Calls load(options, binaries) with the options that the flags of qrt_load request; unknown flags
/// are an error.
Status withLoadFlags(const qrt_device &device, uint32_t flags,
                     const std::function<Status(const LoadOptions &, Binaries)> &load);

} // namespace qrt
