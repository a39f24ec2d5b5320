#include "tools/libqopt/flows/contest/verdict.h"

#include "tools/libqopt/flows/contest/paired_gain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace qopt::run {
namespace {

// In dB.
constexpr double worstApart = 0.05, leastGainOfDynamic = 0.5;
// Likelihood that any setting is taken for better that is not.
constexpr double mostChance = 0.05;

size_t bestAmong(llvm::ArrayRef<Trial> trials, llvm::ArrayRef<size_t> places) {
  double most = -HUGE_VAL;
  for (size_t i : places)
    most = std::max(most, trials[i].noise.worst());
  std::optional<size_t> best;
  for (size_t i : places)
    if (trials[i].noise.worst() > most - worstApart &&
        (!best || trials[i].noise.mean() > trials[*best].noise.mean()))
      best = i;
  return *best;
}

bool isLittle(const Trial &a, const Trial &b) {
  return a.noise.worst() - b.noise.worst() <=
         (a.isDynamic && !b.isDynamic ? leastGainOfDynamic : leastGain);
}

bool isBetterInBothParts(const Trial &a, const Trial &b) {
  const size_t first = a.firstPart, all = a.noise.samples();
  const auto isBetter = [&](size_t begin, size_t count) {
    return count == 0 || a.noise.part(begin, count).worst() > b.noise.part(begin, count).worst();
  };
  return isBetter(0, first) && isBetter(first, all - first);
}

/// Those whose gain is no chance, by Holm's method: the least likely first, each beside one
/// challenger less.
std::vector<bool> surelyBetter(llvm::ArrayRef<PairedGain> gains, size_t challengers) {
  auto order = llvm::to_vector(llvm::seq(gains.size()));
  llvm::stable_sort(order, [&](size_t a, size_t b) { return gains[a].chance < gains[b].chance; });
  std::vector<bool> areSure(gains.size());
  for (size_t i : order) {
    if (gains[i].chance * double(challengers) > mostChance)
      break;
    areSure[i] = true;
    challengers = std::max<size_t>(challengers, 2) - 1;
  }
  return areSure;
}

Doubt doubtOf(const Trial &trial, const Trial &standing, const PairedGain &gain, bool isSure) {
  if (isLittle(trial, standing))
    return Doubt::LittleGain;
  if (!isSure)
    return Doubt::Chance;
  if (gain.median < 0)
    return Doubt::FewGain;
  return isBetterInBothParts(trial, standing) ? Doubt::None : Doubt::OnePart;
}

/// Which are better without a doubt, the simplest first, and of those the one that is chosen.
size_t chosenOf(llvm::ArrayRef<Trial> trials, llvm::ArrayRef<size_t> better) {
  const size_t best = bestAmong(trials, better);
  return *llvm::find_if(better,
                        [&](size_t i) { return i == best || isLittle(trials[best], trials[i]); });
}

} // namespace

size_t bestOf(llvm::ArrayRef<Trial> trials) {
  return bestAmong(trials, llvm::to_vector(llvm::seq(trials.size())));
}

Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing, size_t challengers) {
  const Trial &stands = simplestFirst[standing];
  std::vector<PairedGain> gains;
  for (const Trial &trial : simplestFirst)
    gains.push_back(gainOf(trial.noise, stands.noise));
  const std::vector<bool> areSure = surelyBetter(gains, challengers);
  std::vector<size_t> better;
  for (size_t i = 0; i < gains.size(); ++i)
    if (doubtOf(simplestFirst[i], stands, gains[i], areSure[i]) == Doubt::None)
      better.push_back(i);
  Verdict verdict{.chosen = better.empty() ? standing : chosenOf(simplestFirst, better),
                  .best = bestOf(simplestFirst)};
  const size_t best = verdict.best;
  if (best == verdict.chosen)
    return verdict;
  verdict.doubt = llvm::is_contained(better, best)
                      ? Doubt::Simpler
                      : doubtOf(simplestFirst[best], stands, gains[best], areSure[best]);
  if (verdict.doubt == Doubt::Chance)
    verdict.samples = samplesThatCarry(simplestFirst[best].noise, stands.noise);
  else if (verdict.doubt == Doubt::FewGain)
    verdict.samples = gains[best].worseOn;
  return verdict;
}

} // namespace qopt::run
