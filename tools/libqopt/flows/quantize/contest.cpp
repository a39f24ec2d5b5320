#include "tools/libqopt/flows/quantize/contest.h"

#include "tools/libqopt/flows/contest/verdict.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/candidates.h"
#include "tools/libqopt/flows/quantize/held_back.h"

#include "llvm/ADT/STLExtras.h"

#include <chrono>

using namespace qrt;

namespace qopt::run {
namespace {

// So many of the first half's best go on to the second one, and so many of these are tried in the
// other forms of repair.
constexpr size_t goOn = 3, inOtherRepair = 2;
// Dynamic ranges are tried where measured ones leave less, in dB: they make an output of more than
// a tenth of a per cent of noise better, and every network slower.
constexpr double enough = 30;

/// A candidate, and what each half said of it, if it was asked.
struct Competitor {
  Recipe recipe;
  std::optional<SampleNoise> noise[2];

  bool isDone() const { return noise[0] && noise[1]; }
  SampleNoise inBoth() const {
    SampleNoise sum = *noise[0];
    sum.append(*noise[1]);
    return sum;
  }
};

/// What is to be said of the network is said as it is calibrated and judged in the end.
std::shared_ptr<Reports> quiet(std::shared_ptr<Reports> reports) {
  FlowHooks hooks;
  hooks.isCancelled = [reports = std::move(reports)] { return !reports->checkCancelled().ok(); };
  return std::make_shared<Reports>(std::move(hooks));
}

class Choosing {
public:
  Choosing(const Quantizer &quantizer, const ContestOptions &options,
           llvm::ArrayRef<std::string> outputNames)
      : quantizer(quantizer), options(options), outputNames(outputNames),
        start(std::chrono::steady_clock::now()) {}

  Expected<Chosen> run();

private:
  Expected<std::vector<int64_t>> places() const;
  Status compete(const std::vector<int64_t> &places);
  Status judge(llvm::ArrayRef<size_t> those, size_t half);
  Status judgeInBoth(llvm::ArrayRef<size_t> those);
  bool isOver() const {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start;
    return passed.count() > options.chooseSeconds;
  }
  Status judgeFirstHalf();
  std::vector<size_t> lastForms(bool areDynamic) const;
  std::vector<size_t> bestOfHalf(size_t count) const;
  std::vector<size_t> inOtherForms(llvm::ArrayRef<size_t> those) const;
  Chosen finish() const;
  ContestedSetting entryOf(const Recipe &recipe, const SampleNoise &noise) const;

  const Quantizer &quantizer;
  const ContestOptions options;
  llvm::ArrayRef<std::string> outputNames;
  const std::chrono::steady_clock::time_point start;
  std::vector<Competitor> all; // the simplest first
  std::vector<std::unique_ptr<HeldBack>> halves;
  std::optional<StepScope> step;
  int64_t judged = 0;
  bool isCutShort = false;
};

/// Those of the samples that calibrate which compete: all, or as many as are asked for, evenly
/// spread.
Expected<std::vector<int64_t>> Choosing::places() const {
  const SampleOptions &samples = quantizer.options.samples;
  auto ports = portsOf(*quantizer.floats().module);
  if (!ports)
    return ports.status();
  auto feeder = Feeder::open(samples, quantizer.floats(), ports->inputs);
  if (!feeder)
    return feeder.status();
  const int64_t total = feeder->samples().total(), most = std::min(total, options.chooseSamples);
  std::vector<int64_t> places;
  for (int64_t i = 0; i < most; ++i)
    places.push_back(samples.selection.sampleAt(i * total / most));
  return places;
}

Status Choosing::judge(llvm::ArrayRef<size_t> those, size_t half) {
  for (size_t i : those) {
    if (all[i].noise[half])
      continue;
    if (isOver() && judged > 0) {
      isCutShort = true;
      return {};
    }
    auto noise = halves[half]->noiseOf(all[i].recipe);
    if (!noise)
      return Status(noise.status().code(),
                    qopt::settingOf(all[i].recipe) + ": " + noise.status().message());
    all[i].noise[half] = std::move(*noise);
    step->update(++judged, qopt::settingOf(all[i].recipe));
  }
  return {};
}

Status Choosing::judgeInBoth(llvm::ArrayRef<size_t> those) {
  for (size_t half : {0, 1})
    if (Status status = judge(those, half); !status.ok())
      return status;
  return {};
}

/// As they are repaired last. What is usual comes first, should time end.
std::vector<size_t> Choosing::lastForms(bool areDynamic) const {
  const std::string usual = qopt::settingOf(quantizer.options.recipe.settled());
  std::vector<size_t> those;
  for (size_t i = 0; i < all.size(); ++i) {
    const bool isLast = llvm::none_of(llvm::drop_begin(all, i + 1), [&](const Competitor &later) {
      return areAlikeButForRepair(later.recipe, all[i].recipe);
    });
    if (isLast && all[i].recipe.isDynamic() == areDynamic)
      those.insert(qopt::settingOf(all[i].recipe) == usual ? those.begin() : those.end(), i);
  }
  return those;
}

/// The best so far by the first half.
std::vector<size_t> Choosing::bestOfHalf(size_t count) const {
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

Status Choosing::judgeFirstHalf() {
  if (Status status = judge(lastForms(false), 0); !status.ok())
    return status;
  const std::vector<size_t> best = bestOfHalf(1);
  const bool isEnough = !best.empty() && all[best.front()].noise[0]->worst() >= enough;
  return isEnough ? Status() : judge(lastForms(true), 0);
}

std::vector<size_t> Choosing::inOtherForms(llvm::ArrayRef<size_t> those) const {
  std::vector<size_t> found;
  for (size_t i = 0; i < all.size(); ++i)
    if (llvm::any_of(those, [&](size_t of) {
          return of != i && areAlikeButForRepair(all[of].recipe, all[i].recipe);
        }))
      found.push_back(i);
  return found;
}

Status Choosing::compete(const std::vector<int64_t> &places) {
  const Loaded &network = quantizer.floats();
  Loaded copy = network.clone(network.path);
  copy.reports = quiet(network.reports);
  auto floats = contenderOf(quantizer, std::move(copy), outputNames);
  if (!floats)
    return floats.status();
  std::vector<int64_t> parts[2];
  for (size_t i = 0; i < places.size(); ++i)
    parts[i % 2].push_back(places[i]);
  for (size_t half : {0, 1}) {
    halves.push_back(std::make_unique<HeldBack>(quantizer, *floats, outputNames));
    if (Status status = halves.back()->open(parts[half], parts[1 - half]); !status.ok())
      return status;
  }
  step.emplace(*network.reports, "choose among settings",
               int64_t(lastForms(false).size() + goOn + 2 * inOtherRepair));
  if (Status status = judgeFirstHalf(); !status.ok())
    return status;
  std::vector<size_t> last = bestOfHalf(goOn);
  const std::vector<size_t> others = inOtherForms(llvm::ArrayRef(last).take_front(inOtherRepair));
  for (size_t i : lastForms(false))
    if (areAlikeButForRepair(all[i].recipe, all.front().recipe))
      last.push_back(i);
  last.push_back(0);
  llvm::append_range(last, others);
  Status status = judgeInBoth(last);
  step.reset();
  halves.clear();
  return status;
}

ContestedSetting Choosing::entryOf(const Recipe &recipe, const SampleNoise &noise) const {
  return {qopt::settingOf(recipe),  recipe.mode,    recipe.scheme,
          recipe.calibrator,        *recipe.rounds, *recipe.correctsBias,
          int64_t(noise.samples()), noise.worst(),  noise.mean()};
}

/// Those that were judged by all samples are compared; where time ended, by the first half.
Chosen Choosing::finish() const {
  std::vector<Trial> trials;
  std::vector<const Recipe *> recipes; // of each
  std::vector<ContestedSetting> early;
  for (const Competitor &one : all) {
    if (isCutShort ? one.noise[0].has_value() : one.isDone()) {
      trials.push_back({one.recipe.isDynamic(), isCutShort ? *one.noise[0] : one.inBoth()});
      recipes.push_back(&one.recipe);
    } else if (one.noise[0]) {
      early.push_back(entryOf(one.recipe, *one.noise[0]));
    }
  }
  const size_t winner = verdictOf(trials);
  Chosen chosen{.recipe = *recipes[winner]};
  Contest &contest = chosen.contest;
  contest.chosen = qopt::settingOf(chosen.recipe);
  contest.samples = int64_t(trials[winner].noise.samples());
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

Expected<Chosen> Choosing::run() {
  const Recipe usual = quantizer.options.recipe.settled();
  Chosen chosen{.recipe = usual};
  for (Recipe &recipe :
       candidatesOf(quantizer.options.recipe, doProductsDominate(*quantizer.floats().module)))
    all.push_back({std::move(recipe), {}});
  if (options.chooseSamples > 0 && all.size() > 1) {
    auto found = places();
    if (!found)
      return found.status();
    if (found->size() < 2) { // one tells nothing of others
      chosen.recipe = all.front().recipe;
    } else {
      if (Status status = compete(*found); !status.ok())
        return status;
      chosen = finish();
    }
  } else if (all.size() == 1) {
    chosen.recipe = all.front().recipe;
  }
  chosen.contest.chosen = qopt::settingOf(chosen.recipe);
  chosen.contest.usual = qopt::settingOf(usual);
  return chosen;
}

} // namespace

Expected<Chosen> chooseSetting(const Quantizer &quantizer, const ContestOptions &options,
                               llvm::ArrayRef<std::string> outputNames) {
  return Choosing(quantizer, options, outputNames).run();
}

std::string noteOf(const Contest &contest) {
  auto figure = [](const ContestedSetting &of) { return io::fixed(of.worst, 1) + " dB"; };
  auto find = [&](const std::string &setting) {
    return llvm::find_if(contest.settings,
                         [&](const ContestedSetting &of) { return of.setting == setting; });
  };
  std::string text = "chosen: " + contest.chosen;
  if (contest.samples == 0)
    return text;
  text += ": " + figure(*find(contest.chosen)) + " on " + std::to_string(contest.samples) +
          " samples held back in turn";
  const ContestedSetting *next = &contest.settings.front();
  const bool isBest = next->setting == contest.chosen;
  if (isBest && contest.settings.size() > 1)
    ++next;
  if (next->setting != contest.chosen)
    text += (isBest ? "; next " : "; it is simpler than ") + next->setting + ", " + figure(*next);
  if (auto usual = find(contest.usual); usual != contest.settings.end() &&
                                        contest.usual != contest.chosen &&
                                        contest.usual != next->setting)
    text += "; by default " + contest.usual + ", " + figure(*usual);
  return text + (contest.isCutShort ? "; time ended the contest, and another machine may choose "
                                      "another setting"
                                    : "");
}

} // namespace qopt::run
