// Builds programs in other processes: NVIDIA's OpenCL builds one program per process at a time, but
// processes do not wait for each other (docs/decisions/runtime/compiler-processes.md).
#pragma once

#include "runtime/drivers/opencl/compile/compiler_messages.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace qrt::opencl {

class CompilerProcess;

/// The data by which such a process finds this process's device.
struct DevicePlace {
  unsigned index; // of all devices, in the loader's order
  std::string name, version;
  std::vector<std::string> environment; // NAME=value
};

/// Processes of the program `qrt-opencl-compiler`, each started when it is first needed and ended
/// with this object. Thread-safe.
class CompilerProcesses {
public:
  /// `program` is the path of the executable; at most `most` processes run at once.
  CompilerProcesses(std::string program, DevicePlace device, unsigned most);
  ~CompilerProcesses();

  /// Builds `bytes`, a Source or a Binary, in the next free process. Returns none if no process
  /// could be started, or if it failed or ended: the caller then builds it here and gets the error.
  std::optional<std::vector<uint8_t>> build(MessageKind kind, std::span<const uint8_t> bytes);

  /// Returns the path of the program beside the library that contains this code; empty if there is
  /// none.
  static std::string installedProgram();

private:
  std::unique_ptr<CompilerProcess> take();
  void giveBack(std::unique_ptr<CompilerProcess> process);
  void lose();

  const std::string program;
  const DevicePlace device;
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::unique_ptr<CompilerProcess>> idle;
  unsigned running = 0, most; // `idle` among them
};

} // namespace qrt::opencl
