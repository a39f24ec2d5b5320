#include "tools/libqopt/flows/quantize/small_layers.h"

#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/contest/verdict.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/sensitivity.h"

#include "llvm/ADT/STLExtras.h"

using namespace qrt;

namespace qopt::run {
namespace {

// In dB: whose worst output has as much loses next to nothing, and who gains less is not worth the
// conversions around float layers.
constexpr double enough = 30, worthwhile = 1;
constexpr int64_t mostJudging = 64, mostRanking = 16, leastJudging = 32; // samples

class SmallLayers {
public:
  SmallLayers(const Quantizer &quantizer, double mostMacs, llvm::ArrayRef<std::string> outputNames)
      : quantizer(quantizer), floats(*quantizer.floats().module), mostMacs(mostMacs),
        outputNames(outputNames) {}

  Expected<FloatChoice> choose();

private:
  double percentOf(llvm::ArrayRef<std::string> layers) const {
    return percentOfMultiplyAdds(floats, layers);
  }
  std::vector<std::string> candidates() const;
  Expected<std::vector<std::string>> worstOf(llvm::ArrayRef<std::string> layers) const;
  Expected<Trial> trialOf(llvm::ArrayRef<std::string> layers) const;
  Status judge(std::vector<std::string> worst, FloatChoice &choice);

  const Quantizer &quantizer;
  const mlir::ModuleOp floats;
  const double mostMacs;
  llvm::ArrayRef<std::string> outputNames;
  std::optional<AnsweredSamples> answered;
  std::optional<Trial> asIs; // no layer is float
};

std::vector<std::string> SmallLayers::candidates() const {
  std::vector<std::string> names = weightedLayers(floats);
  llvm::erase_if(names, [&](const std::string &name) {
    return percentOf(name) > mostMacs || !whyUnwritable(name).empty();
  });
  return names;
}

Expected<Trial> SmallLayers::trialOf(llvm::ArrayRef<std::string> layers) const {
  auto noise = noiseWithFloats(quantizer, *answered, layers, outputNames);
  return noise ? Expected(Trial{.noise = std::move(*noise)}) : noise.status();
}

/// Those that gain most come first, as many as the budget has room for.
Expected<std::vector<std::string>>
SmallLayers::worstOf(llvm::ArrayRef<std::string> layers) const {
  if (percentOf(layers) <= mostMacs && layers.size() == 1)
    return layers.vec();
  std::vector<LayerGroup> groups = {{}}; // what none gains
  for (const std::string &layer : layers)
    groups.push_back({layer});
  auto ranked = rankLayers(quantizer, groups, outputNames, mostRanking);
  if (!ranked)
    return ranked.status();
  std::vector<std::string> worst;
  for (const Sensitivity &one : *ranked) {
    if (one.layers.empty())
      break;
    worst.push_back(one.layers.front());
    if (percentOf(worst) > mostMacs)
      worst.pop_back();
  }
  return worst;
}

/// A quarter of them, half and all compete with none.
Status SmallLayers::judge(std::vector<std::string> worst, FloatChoice &choice) {
  std::vector<Trial> trials = {*asIs};
  std::vector<size_t> counts = {0};
  for (size_t parts : {4, 2, 1}) {
    const size_t count = (worst.size() + parts - 1) / parts;
    if (count == counts.back())
      continue;
    auto trial = trialOf(llvm::ArrayRef(worst).take_front(count));
    if (!trial)
      return trial.status();
    trials.push_back(std::move(*trial));
    counts.push_back(count);
  }
  const Verdict verdict = verdictOf(trials, 0, trials.size() - 1);
  const size_t shown = verdict.chosen ? verdict.chosen : verdict.best;
  choice.samples = int64_t(asIs->noise.samples());
  choice.before = asIs->noise.worst();
  choice.after = trials[shown].noise.worst();
  if (choice.after - choice.before < worthwhile)
    choice.doubt = doubtText({.doubt = Doubt::LittleGain}, size_t(choice.samples));
  else if (!verdict.chosen)
    choice.doubt = doubtText(verdict, size_t(choice.samples));
  if (choice.doubt.empty())
    choice.layers.assign(worst.begin(), worst.begin() + std::ptrdiff_t(counts[shown]));
  choice.macs = percentOf(llvm::ArrayRef(worst).take_front(counts[shown]));
  return {};
}

Expected<FloatChoice> SmallLayers::choose() {
  FloatChoice choice;
  const std::vector<std::string> layers = candidates();
  if (layers.empty())
    return choice;
  auto some = answeredByFloats(quantizer, outputNames, mostJudging, "choose float layers");
  if (!some)
    return some.status();
  answered = std::move(*some);
  auto none = trialOf({});
  if (!none)
    return none.status();
  asIs = std::move(*none);
  if (int64_t(asIs->noise.samples()) < leastJudging || asIs->noise.worst() >= enough)
    return choice;
  auto all = trialOf(layers); // of whom some may be beyond the budget
  if (!all)
    return all.status();
  if (all->noise.worst() - asIs->noise.worst() < worthwhile)
    return choice;
  auto worst = worstOf(layers);
  if (!worst)
    return worst.status();
  if (!worst->empty())
    if (Status status = judge(std::move(*worst), choice); !status.ok())
      return status;
  return choice;
}

} // namespace

Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                        llvm::ArrayRef<std::string> outputNames) {
  return SmallLayers(quantizer, mostMacs, outputNames).choose();
}

std::string noteOf(const FloatChoice &choice) {
  if (choice.samples == 0)
    return "";
  const std::string figures =
      io::fixed(choice.macs, 1) + " % of all multiply-adds: " + io::fixed(choice.after, 1) +
      " dB for " + io::fixed(choice.before, 1) + " on " + std::to_string(choice.samples) +
      " samples that calibrate";
  if (!choice.doubt.empty())
    return "no small layer stays float, of " + figures + ", but " + choice.doubt;
  const size_t count = choice.layers.size();
  return std::to_string(count) + (count == 1 ? " small layer stays" : " small layers stay") +
         " float, " + figures;
}

} // namespace qopt::run
