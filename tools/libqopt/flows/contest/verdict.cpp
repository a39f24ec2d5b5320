#include "tools/libqopt/flows/contest/verdict.h"

#include "tools/libqopt/flows/contest/paired_gain.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

namespace qopt::run {

// Worst outputs less apart than so many dB count as equal.
static constexpr double worstApart = 0.05;

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

namespace {

/// A trial gains so much over the setting that stands; its price is taken off.
struct Gain {
  PairedGain paired;
  double price = 0;
  Doubt priced = Doubt::None; // the reason of the price
  double score() const { return paired.sure() - price; }
};

Gain gainOver(const Trial &standing, const Trial &trial) {
  if (&trial == &standing)
    return {};
  Gain gain{.paired = gainOf(trial.noise, standing.noise, trial.firstPart)};
  if (trial.isDynamic && !standing.isDynamic)
    gain.price = priceOfDynamic, gain.priced = Doubt::Price;
  else if (standing.isDoubted && !trial.isDoubted)
    gain.price = priceOfUntried, gain.priced = Doubt::Untried;
  return gain;
}

/// Says why the best by SQNR is not chosen: it gains less of what counts than the chosen one.
Doubt doubtOf(const Gain &best, const Gain &chosen, double moreOfSqnr) {
  if (moreOfSqnr <= leastGain)
    return Doubt::LittleGain;
  if (best.paired.typical < 0)
    return Doubt::TypicalLoss;
  if (best.paired.lesserPart < 0)
    return Doubt::PartLoses;
  const bool isOfPrice = best.paired.sure() - chosen.price > chosen.score();
  return isOfPrice && best.price > 0 ? best.priced : Doubt::Chance;
}

/// Returns the place of the most sure gain. Dynamic ranges take it where they surely gain over the
/// best measured ones, too, whose batches share no ranges of a run.
size_t mostSure(llvm::ArrayRef<Trial> trials, llvm::ArrayRef<double> scores) {
  size_t most = size_t(llvm::max_element(scores) - scores.begin());
  if (!trials[most].isDynamic)
    return most;
  std::optional<size_t> measured;
  for (size_t i = 0; i < trials.size(); ++i)
    if (!trials[i].isDynamic && (!measured || scores[i] > scores[*measured]))
      measured = i;
  return measured && gainOver(trials[*measured], trials[most]).score() <= 0 ? *measured : most;
}

} // namespace

Verdict verdictOf(llvm::ArrayRef<Trial> simplestFirst, size_t standing) {
  std::vector<Gain> gains;
  std::vector<double> scores;
  for (const Trial &trial : simplestFirst) {
    gains.push_back(gainOver(simplestFirst[standing], trial));
    scores.push_back(gains.back().score());
  }
  Verdict verdict{.chosen = mostSure(simplestFirst, scores), .best = bestOf(simplestFirst)};
  if (verdict.best == verdict.chosen)
    return verdict;
  const SampleNoise &best = simplestFirst[verdict.best].noise,
                    &chosen = simplestFirst[verdict.chosen].noise;
  verdict.doubt =
      doubtOf(gains[verdict.best], gains[verdict.chosen], best.worst() - chosen.worst());
  if (verdict.doubt == Doubt::Chance)
    verdict.samples = samplesThatCarry(best, chosen);
  return verdict;
}

} // namespace qopt::run
