// Work that may crash, hang or ask for all memory, done in a forked child: this
// process goes on whatever becomes of it. docs/decisions/tools/reading-mlir.md says why
// it is a fork, and what that means in a host that has threads.
#pragma once

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <cstdint>
#include <memory>

namespace qopt {

struct ChildLimits {
  uint64_t bytes;   // of address space, beyond what this process has
  unsigned seconds; // of CPU time
  /// A child that takes no CPU time for so long waits for a lock that another
  /// thread held at the fork: it is ended and begun anew, a few times.
  std::chrono::milliseconds stall = std::chrono::seconds(10);
};

/// The work's way to tell something to the process that waits for it.
class ChildAnswer {
public:
  ChildAnswer(llvm::raw_ostream &stream, int pipe) : stream(stream), pipe(pipe) {}
  /// Named in the result, should this be the last that is heard.
  void enter(char phase);

  llvm::raw_ostream &stream;

private:
  int pipe;
};

struct ChildResult {
  enum End { Finished, Crashed, OutOfMemory, OutOfTime, NotStarted };
  End end = NotStarted;
  int code = 0; // Finished: what the work returned; Crashed: the signal; NotStarted: errno
  char phase = 0;
  std::unique_ptr<llvm::MemoryBuffer> answer; // Finished: page-aligned, or a copy at 64
};

/// Runs `work`, which returns 0 to 255, on a copy of this process. Standard
/// output and error lead nowhere in it.
ChildResult runInChild(llvm::function_ref<int(ChildAnswer &)> work, const ChildLimits &limits);

} // namespace qopt
