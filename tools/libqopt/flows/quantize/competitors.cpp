#include "tools/libqopt/flows/quantize/competitors.h"

#include "passes/calibrate/calibrators.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/contest/paired_gain.h"
#include "tools/libqopt/flows/contest/verdict.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

bool triesRanges(const Recipe &recipe) {
  const CalibrationMethod *method = findCalibrationMethod(recipe.calibrator);
  return method && !method->range;
}

std::vector<size_t> bestByFirstHalf(llvm::ArrayRef<Competitor> all, size_t count) {
  std::vector<size_t> ranked;
  for (size_t i = 0; i < all.size(); ++i)
    if (all[i].noise[0])
      ranked.push_back(i);
  llvm::stable_sort(ranked, [&](size_t a, size_t b) {
    const SampleNoise &one = *all[a].noise[0], &other = *all[b].noise[0];
    return std::pair(one.worst(), one.mean()) > std::pair(other.worst(), other.mean());
  });
  ranked.resize(std::min(count, ranked.size()));
  return ranked;
}

/// Of the calibrators that try nothing; null where none was judged.
static const SampleNoise *bestUnder(llvm::ArrayRef<Competitor> all, llvm::StringRef scheme) {
  const SampleNoise *best = nullptr;
  for (const Competitor &one : all)
    if (one.noise[0] && one.recipe.scheme == scheme && !triesRanges(one.recipe) &&
        !one.recipe.isDynamic() && (!best || one.noise[0]->worst() > best->worst()))
      best = &*one.noise[0];
  return best;
}

bool isWithinReach(llvm::ArrayRef<Competitor> all, size_t which) {
  const std::string &own = all[which].recipe.scheme;
  const SampleNoise *ours = bestUnder(all, own);
  for (size_t i = 0; i < all.size(); ++i) {
    const std::string &other = all[i].recipe.scheme;
    const SampleNoise *theirs = other == own ? nullptr : bestUnder(all, other);
    if (!theirs)
      continue;
    const bool isSimpler = i < which;
    if (!ours || ours->worst() < theirs->worst() + (isSimpler ? leastGain : -leastGain) ||
        (isSimpler && gainOf(*ours, *theirs).sure() <= 0))
      return false;
  }
  return true;
}

bool losesFirstHalf(llvm::ArrayRef<Competitor> all, size_t which, size_t standing) {
  const std::optional<SampleNoise> &own = all[which].noise[0], &stands = all[standing].noise[0];
  return which != standing && own && stands && gainOf(*own, *stands).decibels < 0;
}

static ContestedSetting entryOf(const Recipe &recipe, const SampleNoise &noise) {
  return {.setting = qopt::settingOf(recipe),
          .mode = recipe.mode,
          .scheme = recipe.scheme,
          .calibrator = recipe.calibrator,
          .rounds = *recipe.rounds,
          .correctsBias = *recipe.correctsBias,
          .smoothing = recipe.smoothing.value_or(0),
          .samples = int64_t(noise.samples()),
          .worst = noise.worst(),
          .mean = noise.mean()};
}

/// Where nobody else was worth the second half.
static Verdict standingVerdict(llvm::ArrayRef<Trial> trials, size_t stands) {
  Verdict verdict{.chosen = stands, .best = bestOf(trials)};
  if (verdict.best != stands)
    verdict.doubt = trials[verdict.best].noise.worst() - trials[stands].noise.worst() <= leastGain
                        ? Doubt::LittleGain
                        : Doubt::PartLoses;
  return verdict;
}

Chosen chosenOf(llvm::ArrayRef<Competitor> all, size_t standing, bool isCutShort) {
  const bool isFirstHalf =
      isCutShort || llvm::none_of(all, [](const Competitor &one) { return one.isDone(); });
  std::vector<Trial> trials;
  std::vector<const Recipe *> recipes; // of each
  std::vector<ContestedSetting> early;
  size_t stands = 0;
  for (const Competitor &one : all) {
    if (isFirstHalf ? one.noise[0].has_value() : one.isDone()) {
      if (&one == &all[standing])
        stands = trials.size();
      trials.push_back({one.recipe.isDynamic(), isFirstHalf ? *one.noise[0] : one.inBoth(),
                        isFirstHalf ? 0 : one.noise[0]->samples()});
      recipes.push_back(&one.recipe);
    } else if (one.noise[0]) {
      early.push_back(entryOf(one.recipe, *one.noise[0]));
    }
  }
  const Verdict verdict =
      isFirstHalf && !isCutShort ? standingVerdict(trials, stands) : verdictOf(trials, stands);
  Chosen chosen{.recipe = *recipes[verdict.chosen]};
  Contest &contest = chosen.contest;
  contest.chosen = qopt::settingOf(chosen.recipe);
  contest.samples = int64_t(trials[verdict.chosen].noise.samples());
  contest.doubt = doubtText(verdict, size_t(contest.samples));
  contest.isCutShort = isCutShort;
  while (!trials.empty()) {
    const size_t best = bestOf(trials);
    contest.settings.push_back(entryOf(*recipes[best], trials[best].noise));
    if (contest.settings.back().setting != contest.chosen)
      chosen.others.push_back(*recipes[best]);
    trials.erase(trials.begin() + std::ptrdiff_t(best));
    recipes.erase(recipes.begin() + std::ptrdiff_t(best));
  }
  llvm::stable_sort(early, [](const ContestedSetting &a, const ContestedSetting &b) {
    return a.worst > b.worst;
  });
  llvm::append_range(contest.settings, early);
  return chosen;
}

} // namespace qopt::run
