// When what is chosen by trials has to be chosen.
#pragma once

#include <chrono>
#include <limits>

namespace qopt::run {

/// A deadline passes so many seconds after it is made; the default one never passes.
class Deadline {
public:
  Deadline() = default;
  explicit Deadline(double seconds) : seconds(seconds) {}
  /// Seconds since it was made.
  double passed() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return passed.count();
  }
  bool isOver() const { return passed() > seconds; }

private:
  std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
  double seconds = std::numeric_limits<double>::infinity();
};

} // namespace qopt::run
