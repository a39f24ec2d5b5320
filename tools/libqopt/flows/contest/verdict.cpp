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
  return gainOf(trial.noise, standing.noise, trial.firstPart).sure() - price;
}

static Doubt doubtOf(const Trial &best, const Trial &chosen) {
  if (best.noise.worst() - chosen.noise.worst() <= leastGain)
    return Doubt::LittleGain;
  const PairedGain gain = gainOf(best.noise, chosen.noise, best.firstPart);
  if (gain.typical < 0)
    return Doubt::TypicalLoss;
  return gain.lesserPart < 0 ? Doubt::PartLoses : Doubt::Chance;
}

Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing) {
  std::vector<double> sure;
  for (const Trial &trial : simplestFirst)
    sure.push_back(sureGain(trial, simplestFirst[standing]));
  Verdict verdict{.chosen = size_t(llvm::max_element(sure) - sure.begin()),
                  .best = bestOf(simplestFirst)};
  if (verdict.best == verdict.chosen)
    return verdict;
  const Trial &best = simplestFirst[verdict.best], &chosen = simplestFirst[verdict.chosen];
  verdict.doubt = doubtOf(best, chosen);
  if (verdict.doubt == Doubt::Chance)
    verdict.samples = samplesThatCarry(best.noise, chosen.noise);
  return verdict;
}

} // namespace qopt::run
