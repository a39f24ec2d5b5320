#include "tools/libqopt/flows/quantize/contest.h"

#include "tools/libqopt/flows/numbers/spread.h"
#include "tools/libqopt/flows/quantize/candidates.h"
#include "tools/libqopt/flows/quantize/competitors.h"
#include "tools/libqopt/flows/quantize/held_back.h"

#include "llvm/ADT/STLExtras.h"

using namespace qrt;

namespace qopt::run {
namespace {

// So many of the first half's best go on to the second one, and so many of these are tried in the
// other forms of repair.
constexpr size_t goOn = 3, inOtherRepair = 2;
// Dynamic ranges are tried where measured ones leave less, in dB: they make an output of more than
// a tenth of a per cent of noise better, and every network slower.
constexpr double enough = 30;
// With fewer samples that calibrate, trials of ranges doubt their own result, and repairs fit the
// samples too well: the simplest setting then stands until another one is surely better, else the
// usual one.
constexpr int64_t enoughSamples = 32;

/// Returns reports that say nothing, and are cancelled with `reports`: remarks on the network are
/// made as it is calibrated and judged in the end.
std::shared_ptr<Reports> quiet(std::shared_ptr<Reports> reports) {
  FlowHooks hooks;
  hooks.isCancelled = [reports = std::move(reports)] { return !reports->checkCancelled().ok(); };
  return std::make_shared<Reports>(std::move(hooks));
}

class Choosing {
public:
  Choosing(const Quantizer &quantizer, const ContestOptions &options,
           llvm::ArrayRef<std::string> outputNames, const Deadline &deadline)
      : quantizer(quantizer), options(options), outputNames(outputNames), deadline(deadline) {}

  Expected<Chosen> run();

private:
  Expected<std::vector<int64_t>> places();
  size_t placeOfUsual() const;
  Status compete(const std::vector<int64_t> &places);
  Status judge(llvm::ArrayRef<size_t> those, size_t half);
  Status openHalf(size_t half);
  Status judgeFirstHalf(std::vector<size_t> &last);
  Status judgeSecondHalf(llvm::ArrayRef<size_t> last);
  void closeHalf();
  Status judgeAll();
  std::vector<size_t> whoGoesOn() const;
  void noteLeftOut() const;
  std::vector<size_t> lastForms(bool areDynamic) const;
  std::vector<size_t> inOtherForms(llvm::ArrayRef<size_t> those) const;

  const Quantizer &quantizer;
  const ContestOptions options;
  llvm::ArrayRef<std::string> outputNames;
  const Deadline deadline;
  std::vector<Competitor> all;      // the simplest first
  size_t standing = 0;              // of them: it stays unless another one surely gains
  std::vector<int64_t> parts[2];    // of the samples
  std::optional<HeldBack> heldBack; // of the half under way
  int64_t leftOut = 0;
  std::optional<StepScope> step;
  int64_t judged = 0;
  bool isCutShort = false;
};

/// Returns the places of the calibrating samples that judge settings: all, or as many as are asked
/// for, from all over them.
Expected<std::vector<int64_t>> Choosing::places() {
  const SampleOptions &samples = quantizer.options.samples;
  auto ports = portsOf(*quantizer.floats().module);
  if (!ports)
    return ports.status();
  auto feeder = Feeder::open(samples, quantizer.floats(), ports->inputs);
  if (!feeder)
    return feeder.status();
  const int64_t total = feeder->samples().total();
  standing = total < enoughSamples ? 0 : placeOfUsual();
  std::vector<int64_t> places;
  for (int64_t place : spreadPlaces(options.chooseSamples, total))
    places.push_back(samples.selection.sampleAt(place));
  return places;
}

/// Returns the place of the setting that is taken where nothing competes; of the simplest, should
/// it not be among those that do.
size_t Choosing::placeOfUsual() const {
  const std::string usual = qopt::settingOf(quantizer.options.recipe.settled());
  const auto found = llvm::find_if(
      all, [&](const Competitor &one) { return qopt::settingOf(one.recipe) == usual; });
  return found == all.end() ? 0 : size_t(found - all.begin());
}

Status Choosing::judge(llvm::ArrayRef<size_t> those, size_t half) {
  for (size_t i : those) {
    if (all[i].noise[half])
      continue;
    if (deadline.isOver() && judged > 0) {
      isCutShort = true;
      return {};
    }
    auto noise = heldBack->noiseOf(all[i].recipe);
    if (!noise)
      return Status(noise.status().code(),
                    qopt::settingOf(all[i].recipe) + ": " + noise.status().message());
    all[i].noise[half] = std::move(*noise);
    step->update(++judged, qopt::settingOf(all[i].recipe));
  }
  return {};
}

/// One half calibrates, and the other judges.
Status Choosing::openHalf(size_t half) {
  heldBack.emplace(quantizer, outputNames);
  return heldBack->open(quiet(quantizer.floats().reports), parts[half], parts[1 - half]);
}

void Choosing::closeHalf() {
  leftOut += heldBack->leftOut();
  heldBack.reset();
}

/// Returns the settings in the form in which they are repaired last. The usual one comes first,
/// should time end.
std::vector<size_t> Choosing::lastForms(bool areDynamic) const {
  const size_t usual = placeOfUsual();
  std::vector<size_t> those;
  for (size_t i = 0; i < all.size(); ++i) {
    const bool isLast = llvm::none_of(llvm::drop_begin(all, i + 1), [&](const Competitor &later) {
      return areAlikeButForRepair(later.recipe, all[i].recipe);
    });
    if (isLast && all[i].recipe.isDynamic() == areDynamic)
      those.insert(i == usual ? those.begin() : those.end(), i);
  }
  return those;
}

Status Choosing::judgeAll() {
  std::vector<size_t> first, trying;
  for (size_t i : lastForms(false))
    (first.empty() || !triesRanges(all[i].recipe) ? first : trying).push_back(i);
  if (Status status = judge(first, 0); !status.ok())
    return status;
  for (size_t i : trying)
    if (isWithinReach(all, i))
      if (Status status = judge(llvm::ArrayRef(i), 0); !status.ok())
        return status;
  const std::vector<size_t> best = bestByFirstHalf(all, 1);
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

/// Returns who goes on after the first half: the best, the simplest, the one that stands, and other
/// repairs of the very best.
std::vector<size_t> Choosing::whoGoesOn() const {
  std::vector<size_t> those = bestByFirstHalf(all, goOn);
  const std::vector<size_t> others = inOtherForms(llvm::ArrayRef(those).take_front(inOtherRepair));
  for (size_t i : lastForms(false))
    if (areAlikeButForRepair(all[i].recipe, all.front().recipe))
      those.push_back(i);
  those.insert(those.end(), {size_t(0), standing});
  llvm::append_range(those, others);
  return those;
}

Status Choosing::judgeFirstHalf(std::vector<size_t> &last) {
  if (Status status = openHalf(0); !status.ok())
    return status;
  if (Status status = judgeAll(); !status.ok())
    return status;
  last = whoGoesOn();
  if (Status status = judge(last, 0); !status.ok())
    return status;
  last = whoMayWin(all, last, standing);
  closeHalf();
  return {};
}

Status Choosing::judgeSecondHalf(llvm::ArrayRef<size_t> last) {
  if (isCutShort || last.empty())
    return {};
  if (Status status = openHalf(1); !status.ok())
    return status;
  if (Status status = judge(last, 1); !status.ok())
    return status;
  closeHalf();
  return {};
}

void Choosing::noteLeftOut() const {
  const int64_t held = int64_t(parts[0].size() + parts[1].size());
  if (leftOut)
    quantizer.floats().reports->note(
        std::to_string(held - leftOut) + " of " + std::to_string(held) +
        " samples that are held back judge settings: inputs and answers of all would take more "
        "memory than may be held");
}

Status Choosing::compete(const std::vector<int64_t> &places) {
  for (auto [part, those] : llvm::zip_equal(parts, spreadHalves(int64_t(places.size()))))
    for (int64_t i : those)
      part.push_back(places[size_t(i)]);
  for (Competitor &one : all)
    one.isDoubted = triesRanges(one.recipe) && int64_t(places.size()) < 2 * enoughSamples;
  step.emplace(*quantizer.floats().reports, "choose among settings",
               int64_t(lastForms(false).size() + goOn + 2 * inOtherRepair));
  std::vector<size_t> last;
  if (Status status = judgeFirstHalf(last); !status.ok())
    return status;
  if (Status status = judgeSecondHalf(last); !status.ok())
    return status;
  step.reset();
  noteLeftOut();
  return {};
}

Expected<Chosen> Choosing::run() {
  const Recipe usual = quantizer.options.recipe.settled();
  Chosen chosen{.recipe = usual};
  for (Recipe &recipe :
       candidatesOf(quantizer.options.recipe, NetworkFacts::of(*quantizer.floats().module)))
    all.push_back({.recipe = std::move(recipe)});
  if (options.chooseSamples > 0 && all.size() > 1) {
    auto found = places();
    if (!found)
      return found.status();
    if (found->size() < 2) { // one tells nothing of others
      chosen.recipe = all.front().recipe;
    } else {
      if (Status status = compete(*found); !status.ok())
        return status;
      chosen = chosenOf(all, standing, isCutShort);
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
                               llvm::ArrayRef<std::string> outputNames, const Deadline &deadline) {
  return Choosing(quantizer, options, outputNames, deadline).run();
}

} // namespace qopt::run
