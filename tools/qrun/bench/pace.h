// The length of a bench: rounds that warm up, rounds that count.
#pragma once

#include "runtime/numerics/types/status.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace qopt::run {

struct Pace {
  int warmupRuns = 3;
  double warmupSeconds = 0; // in place of runs
  int iterations = 20;
  double duration = 0; // seconds that the counted rounds last at least

  /// Returns how many rounds there are; none where a time decides.
  std::optional<int64_t> rounds() const {
    if (warmupSeconds > 0 || duration > 0)
      return std::nullopt;
    return int64_t(warmupRuns) + iterations;
  }
};

/// --warmup: "3" are runs, "200ms" and "0.2s" a time.
qrt::Status setWarmup(Pace &pace, llvm::StringRef text);

/// Decides by a clock, in seconds, what the next round is. Asked before each.
class Rounds {
public:
  enum class Next { Warmup, Counted, None };
  Rounds(const Pace &pace, double now) : pace(pace), start(now) {}
  Next next(double now);
  /// Returns the part of all rounds that is done, from 0 to 1.
  double share(double now) const;

private:
  Pace pace;
  double start; // of warm-up, then of what counts
  bool isWarm = false;
  int rounds = 0; // likewise
};

} // namespace qopt::run
