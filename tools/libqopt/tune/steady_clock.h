// Time as it is measured.
#pragma once

#include <chrono>

namespace qopt {

/// Seconds of a clock that only goes forward.
inline double steadyNow() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

} // namespace qopt
