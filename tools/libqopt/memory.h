// Makes an error to the caller of memory that runs out, in LLVM's containers as well.
#pragma once

#include "runtime/numerics/types/status.h"

#include <new>
#include <string>

namespace qopt {

/// Makes LLVM's own allocations throw std::bad_alloc from then on, as operator new does, where they
/// would end the process. That is done once, so that a host with a handler of its own for them
/// (llvm::install_bad_alloc_error_handler) installs it later; what it may rely on stands in qopt.h.
void throwWhereMemoryEnds();

/// Returns the result of `work()`, a Status or an Expected, or the error that there is no memory
/// `forWhat`: "error: not enough memory to read net.onnx".
template <typename Work>
auto orNoMemory(const std::string &forWhat, const Work &work) -> decltype(work()) {
  throwWhereMemoryEnds();
  try {
    return work();
  } catch (const std::bad_alloc &) {
    return qrt::Status(qrt::StatusCode::DeviceError, "error: not enough memory " + forWhat);
  }
}

} // namespace qopt
