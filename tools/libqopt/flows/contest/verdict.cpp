#include "tools/libqopt/flows/contest/verdict.h"

#include "tools/libqopt/flows/contest/paired_gain.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

namespace qopt::run {

// In dB.
static constexpr double worstApart = 0.05, leastGainOfDynamic = 0.5;

size_t bestOf(llvm::ArrayRef<Trial> trials) {
  double most = -mostDecibels;
  for (const Trial &trial : trials)
    most = std::max(most, trial.noise.worst());
  std::optional<size_t> best;
  for (size_t i = 0; i < trials.size(); ++i)
    if (trials[i].noise.worst() > most - worstApart &&
        (!best || trials[i].noise.mean() > trials[*best].noise.mean()))
      best = i;
  return *best;
}

static double sureGain(const Trial &trial, const Trial &standing) {
  if (&trial == &standing)
    return 0;
  const double price = trial.isDynamic && !standing.isDynamic ? leastGainOfDynamic : 0;
  return gainOf(trial.noise, standing.noise).sure() - price;
}

static Doubt doubtOf(const SampleNoise &best, const SampleNoise &chosen) {
  if (best.worst() - chosen.worst() <= leastGain)
    return Doubt::LittleGain;
  return best.typical() < chosen.typical() ? Doubt::TypicalLoss : Doubt::Chance;
}

Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing) {
  std::vector<double> sure;
  for (const Trial &trial : simplestFirst)
    sure.push_back(sureGain(trial, simplestFirst[standing]));
  Verdict verdict{.chosen = size_t(llvm::max_element(sure) - sure.begin()),
                  .best = bestOf(simplestFirst)};
  if (verdict.best == verdict.chosen)
    return verdict;
  const SampleNoise &best = simplestFirst[verdict.best].noise,
                    &chosen = simplestFirst[verdict.chosen].noise;
  verdict.doubt = doubtOf(best, chosen);
  if (verdict.doubt == Doubt::Chance)
    verdict.samples = samplesThatCarry(best, chosen);
  return verdict;
}

} // namespace qopt::run
