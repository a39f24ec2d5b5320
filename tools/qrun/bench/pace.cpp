#include "tools/qrun/bench/pace.h"

#include <algorithm>
#include <cmath>

namespace qopt::run {

qrt::Status setWarmup(Pace &pace, llvm::StringRef text) {
  constexpr int mostRuns = 1000000;
  constexpr double mostSeconds = 3600;
  int runs = 0;
  if (!text.getAsInteger(10, runs) && runs >= 0 && runs <= mostRuns) {
    pace.warmupRuns = runs;
    pace.warmupSeconds = 0;
    return {};
  }
  const double unit = text.ends_with("ms") ? 1e-3 : 1;
  double value = 0;
  llvm::StringRef number = text;
  if ((number.consume_back("ms") || number.consume_back("s")) && !number.getAsDouble(value) &&
      value >= 0 && value * unit <= mostSeconds) {
    pace.warmupRuns = 0;
    pace.warmupSeconds = value * unit;
    return {};
  }
  return qrt::invalidArgument("--warmup=" + text.str() +
                              ": expected runs, as 3, or a time of at most an hour, as 200ms");
}

Rounds::Next Rounds::next(double now) {
  if (!isWarm && (rounds < pace.warmupRuns || now - start < pace.warmupSeconds)) {
    ++rounds;
    return Next::Warmup;
  }
  if (!isWarm) {
    isWarm = true;
    start = now;
    rounds = 0;
  }
  if (rounds >= pace.iterations && now - start >= pace.duration)
    return Next::None;
  ++rounds;
  return Next::Counted;
}

// Warm-up by runs counts as rounds; one by time is short beside what follows.
double Rounds::share(double now) const {
  const double all = pace.warmupRuns + pace.iterations;
  const double byRounds = (rounds + (isWarm ? pace.warmupRuns : 0)) / all;
  const double byTime = pace.duration > 0 ? (isWarm ? (now - start) / pace.duration : 0) : 1;
  return std::clamp(std::min(byRounds, byTime), 0.0, 1.0);
}

} // namespace qopt::run
