// Programs built in other processes: NVIDIA's OpenCL builds one program of a process at a time, but
// processes do not wait for each other (docs/decisions/runtime/compiler-processes.md).
#pragma once

#include "runtime/drivers/opencl/compile/compiler_messages.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>

namespace qrt::opencl {

class CompilerProcess;

/// How such a process finds the device that this one has.
struct DevicePlace {
  unsigned index; // of all devices, in the loader's order
  std::string name, version;
  std::vector<std::string> environment; // NAME=value
};

/// Runs of the program `qrt-opencl-compiler`, each started when it is first needed and ended with
/// this object. Any thread may ask.
class CompilerProcesses {
public:
  /// `program`: the path of it. At most `most` run at once.
  CompilerProcesses(std::string program, DevicePlace device, unsigned most);
  ~CompilerProcesses();

  /// What `bytes`, a Source or a Binary, is built to; waits for a process that is free. None where
  /// none could be started, or it failed or ended: whoever asks builds it here then, and learns
  /// what is wrong.
  std::optional<std::vector<uint8_t>> build(MessageKind kind, std::span<const uint8_t> bytes);

  /// Beside the library that this code is part of; empty where there is none.
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
