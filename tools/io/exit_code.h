// Exit codes of the tools' processes, and the way an error is shown.
#pragma once

#include "runtime/numerics/types/status.h"

namespace qopt {

enum ExitCode {
  Success = 0,
  Failure = 1,
  Usage = 2,
  Unsupported = 3,
  AccuracyGate = 4,
  LatencyGate = 5,
};

/// Prints an error to standard error, "error: " put before a message that does
/// not say so itself; the exit code.
int report(const qrt::Status &status);

} // namespace qopt
