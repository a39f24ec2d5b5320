#include "tools/libqopt/flows/contest/verdict.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace qopt::run {

// In dB.
static constexpr double worstApart = 0.05, leastGain = 0.2, leastGainOfDynamic = 0.5;

size_t bestOf(llvm::ArrayRef<Trial> trials) {
  double most = -HUGE_VAL;
  for (const Trial &trial : trials)
    most = std::max(most, trial.noise.worst());
  std::optional<size_t> best;
  for (size_t i = 0; i < trials.size(); ++i)
    if (trials[i].noise.worst() > most - worstApart &&
        (!best || trials[i].noise.mean() > trials[*best].noise.mean()))
      best = i;
  return *best;
}

size_t verdictOf(llvm::ArrayRef<Trial> simplestFirst) {
  const size_t best = bestOf(simplestFirst);
  const Trial &winner = simplestFirst[best];
  for (size_t i = 0; i < best; ++i) {
    const Trial &simple = simplestFirst[i];
    const double gain = winner.noise.worst() - simple.noise.worst(),
                 least = winner.isDynamic && !simple.isDynamic ? leastGainOfDynamic : leastGain;
    if (gain <= least || !isSurelyLess(winner.noise, simple.noise))
      return i;
  }
  return best;
}

} // namespace qopt::run
