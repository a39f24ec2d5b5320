#include "tools/libqopt/flows/quantize/competitors.h"

#include "passes/calibrate/calibrators.h"
#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/contest/paired_gain.h"
#include "tools/libqopt/flows/contest/verdict.h"

#include "llvm/ADT/STLExtras.h"

namespace qopt::run {

// A half of fewer samples dismisses nobody: both halves judge all settings, which costs little.
static constexpr size_t enoughInHalf = 16;
// These are dB: over all samples an output's mean power may be half or twice as much.
static constexpr double turnOfPowers = 2 * 3.0103;

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

/// Returns the best noise of the scheme's calibrators that try nothing; null: none was judged.
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
  if (which == standing || !own || !stands)
    return false;
  const std::vector<double> ours = TemperedNoise(*own).outputsDecibels(),
                            theirs = TemperedNoise(*stands).outputsDecibels();
  const double worst = *llvm::min_element(ours);
  if (worst >= *llvm::min_element(theirs))
    return false;
  return llvm::none_of(llvm::zip_equal(ours, theirs), [&](const auto &output) {
    const auto [our, their] = output;
    return our >= their && their <= worst + turnOfPowers;
  });
}

std::vector<size_t> whoMayWin(llvm::ArrayRef<Competitor> all, llvm::ArrayRef<size_t> those,
                              size_t standing) {
  const std::optional<SampleNoise> &stands = all[standing].noise[0];
  if (!stands || stands->samples() < enoughInHalf)
    return those.vec();
  std::vector<size_t> left;
  for (size_t i : those)
    if (!losesFirstHalf(all, i, standing))
      left.push_back(i);
  return llvm::all_of(left, [&](size_t i) { return i == standing; }) ? std::vector<size_t>() : left;
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

/// The one that stands is chosen where the second half was asked about nobody.
static Verdict standingVerdict(llvm::ArrayRef<Trial> trials, size_t stands) {
  Verdict verdict{.chosen = stands, .best = bestOf(trials)};
  if (verdict.best != stands)
    verdict.doubt = trials[verdict.best].noise.worst() - trials[stands].noise.worst() <= leastGain
                        ? Doubt::LittleGain
                        : Doubt::PartLoses;
  return verdict;
}

/// Appends those that the first half alone judged, the best first.
static void appendByFirstHalf(Chosen &chosen, std::vector<const Competitor *> those) {
  llvm::stable_sort(those, [](const Competitor *a, const Competitor *b) {
    return a->noise[0]->worst() > b->noise[0]->worst();
  });
  for (const Competitor *one : those) {
    chosen.contest.settings.push_back(entryOf(one->recipe, *one->noise[0]));
    chosen.others.push_back(one->recipe);
  }
}

Chosen chosenOf(llvm::ArrayRef<Competitor> all, size_t standing, bool isCutShort) {
  const bool isFirstHalf =
      isCutShort || llvm::none_of(all, [](const Competitor &one) { return one.isDone(); });
  std::vector<Trial> trials;
  std::vector<const Recipe *> recipes;   // of each
  std::vector<const Competitor *> early; // the first half alone judged them
  size_t stands = 0;
  for (const Competitor &one : all) {
    if (isFirstHalf ? one.noise[0].has_value() : one.isDone()) {
      if (&one == &all[standing])
        stands = trials.size();
      trials.push_back({one.recipe.isDynamic(), isFirstHalf ? *one.noise[0] : one.inBoth(),
                        isFirstHalf ? 0 : one.noise[0]->samples(), one.isDoubted});
      recipes.push_back(&one.recipe);
    } else if (one.noise[0]) {
      early.push_back(&one);
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
  contest.isOfFirstHalf = isFirstHalf;
  while (!trials.empty()) {
    const size_t best = bestOf(trials);
    contest.settings.push_back(entryOf(*recipes[best], trials[best].noise));
    if (contest.settings.back().setting != contest.chosen)
      chosen.others.push_back(*recipes[best]);
    trials.erase(trials.begin() + std::ptrdiff_t(best));
    recipes.erase(recipes.begin() + std::ptrdiff_t(best));
  }
  appendByFirstHalf(chosen, std::move(early));
  return chosen;
}

} // namespace qopt::run
