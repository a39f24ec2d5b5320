// Builds programs in this process, and in others once that pays.
#pragma once

#include "runtime/drivers/opencl/compiler_processes.h"
#include "runtime/drivers/opencl/program_object.h"

#include <atomic>

namespace qrt::opencl {

/// Any thread may ask. The objects are this process's, wherever they were built.
class Builder {
public:
  /// `elsewhere`: null where the driver builds several programs at once.
  Builder(const BuildTarget &here, CompilerProcesses *elsewhere)
      : here(here), elsewhere(elsewhere) {}

  Expected<ProgramObject> fromSource(std::string_view source);
  ProgramObject fromBinary(std::span<const uint8_t> binary);

private:
  /// A process takes as long to start as this one to build two programs.
  bool pays() const { return elsewhere && longBuilds >= 2; }

  const BuildTarget here;
  CompilerProcesses *const elsewhere;
  std::atomic<unsigned> longBuilds = 0;
  std::mutex loading;
};

} // namespace qrt::opencl
