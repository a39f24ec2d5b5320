// Builds programs in this process, or in others.
#pragma once

#include "runtime/drivers/opencl/compile/compiler_processes.h"
#include "runtime/drivers/opencl/compile/program_object.h"

#include <atomic>
#include <chrono>

namespace qrt::opencl {

/// A load that takes longer waits for a translation: of NVIDIA's binary, which is PTX, unless the
/// driver's own cache has it.
inline constexpr std::chrono::milliseconds slowLoad(20);

/// Any thread may ask. The objects are this process's, wherever they were built.
class Builder {
public:
  /// `elsewhere`: null for all here.
  Builder(const BuildTarget &here, CompilerProcesses *elsewhere)
      : here(here), elsewhere(elsewhere) {}

  Expected<ProgramObject> fromSource(std::string_view source);
  /// Returns null if the driver does not accept the binary.
  ProgramObject fromBinary(std::span<const uint8_t> binary);

private:
  const BuildTarget here;
  CompilerProcesses *const elsewhere;
  std::atomic<bool> keepsTranslations = true; // the driver has a cache that processes share
};

} // namespace qrt::opencl
