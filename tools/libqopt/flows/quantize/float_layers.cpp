#include "tools/libqopt/flows/quantize/float_layers.h"

#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/contest/noise_shares.h"
#include "tools/libqopt/flows/contest/paired_gain.h"
#include "tools/libqopt/flows/layers/gate_layers.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/flows/quantize/alone_integer.h"
#include "tools/libqopt/flows/quantize/shared_beginning.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace qrt;

namespace qopt::run {
namespace {

constexpr int64_t mostRanking = 16; // samples
// A layer of less than a quarter of the first one's share is not worth its conversions.
constexpr double leastOfFirst = 0.25;

/// Returns the layers that all groups have.
std::vector<std::string> inAll(llvm::ArrayRef<LayerGroup> groups) {
  std::vector<std::string> common = groups.empty() ? LayerGroup() : groups.front();
  llvm::erase_if(common, [&](const std::string &layer) {
    return !llvm::all_of(groups,
                         [&](const LayerGroup &group) { return llvm::is_contained(group, layer); });
  });
  return common;
}

/// Returns the noise that the quantizer's network adds to the answers where these layers are float.
Expected<SampleNoise> noiseWithFloats(const Quantizer &quantizer, const AnsweredSamples &answered,
                                      llvm::ArrayRef<std::string> layers,
                                      SharedBeginning &beginning) {
  auto module = quantizer.quantized(layers, Warnings::Kept);
  if (!module)
    return module.status();
  auto rest = beginning.restOf(std::move(*module));
  return rest ? answered.noiseOf(rest->network, rest->inputs) : rest.status();
}

} // namespace

Expected<std::vector<Sensitivity>>
rankLayers(const Quantizer &quantizer, llvm::ArrayRef<LayerGroup> groups,
           llvm::ArrayRef<std::string> outputNames, int64_t mostSamples, const Deadline &deadline) {
  auto answered = answeredByFloats(quantizer, outputNames, mostSamples, "rank layers");
  if (!answered)
    return answered.status();
  auto first = quantizer.quantized(inAll(groups), Warnings::Kept);
  if (!first)
    return first.status();
  SharedBeginning beginning(quantizer, std::move(*first), answered->inputs());
  std::vector<Sensitivity> ranked;
  StepScope step(*quantizer.floats().reports, "rank layers", int64_t(groups.size()));
  for (const LayerGroup &group : groups) {
    if (deadline.isOver())
      break;
    auto noise = noiseWithFloats(quantizer, *answered, group, beginning);
    if (!noise)
      return noise.status();
    ranked.push_back({group, noise->total()});
    step.update(int64_t(ranked.size()));
  }
  llvm::stable_sort(ranked,
                    [](const Sensitivity &a, const Sensitivity &b) { return a.noise < b.noise; });
  return ranked;
}

Verdict doubtOfFloats(const SampleNoise &floats, const SampleNoise &asIs, double worthwhile) {
  const PairedGain gain = gainOf(floats, asIs);
  if (floats.worst() - asIs.worst() < worthwhile)
    return {.doubt = Doubt::LittleGain};
  if (gain.typical < 0)
    return {.doubt = Doubt::TypicalLoss};
  if (gain.sure() <= 0)
    return {.doubt = Doubt::Chance, .samples = samplesThatCarry(floats, asIs)};
  return {};
}

double promiseOf(double share, const SampleNoise &all, const SampleNoise &asIs) {
  const double removed = 1 - std::pow(10, -gainOf(all, asIs).sure() / 10);
  return decibelsOf(1 - std::max(0.0, removed) * share, 1);
}

Verdict doubtOfPromise(double promise, const SampleNoise &floats, const SampleNoise &asIs) {
  const PairedGain gain = gainOf(floats, asIs);
  const bool isLittle = promise < leastPromise || gain.decibels + gain.error < worthwhileOfFloats;
  return {.doubt = isLittle ? Doubt::LittleGain : Doubt::None};
}

namespace {

/// Layers with most of the noise that the candidates make, and their share of it, as far as it is
/// sure.
struct Worst {
  std::vector<std::string> layers;
  double share = 0;
};

class SmallLayers {
public:
  SmallLayers(const Quantizer &quantizer, double mostMacs, CalibratingAnswers &answers,
              const Deadline &deadline)
      : quantizer(quantizer), floats(*quantizer.imported().module), multiplyAdds(floats),
        mostMacs(mostMacs), answers(answers), deadline(deadline) {}

  Expected<FloatChoice> choose();

private:
  bool isOver(FloatChoice &choice) const {
    choice.isCutShort = choice.isCutShort || deadline.isOver();
    return choice.isCutShort;
  }
  double percentOf(llvm::ArrayRef<std::string> layers) const {
    return multiplyAdds.percentOf(layers);
  }
  std::vector<std::string> candidates() const;
  Expected<bool> gainsIn(llvm::ArrayRef<std::string> layers);
  std::vector<std::string> withStaying(llvm::ArrayRef<std::string> layers) const {
    std::vector<std::string> all = staying;
    llvm::append_range(all, layers);
    return all;
  }
  std::vector<std::string> butStaying(std::vector<std::string> layers) const {
    llvm::erase_if(layers,
                   [&](const std::string &layer) { return llvm::is_contained(staying, layer); });
    return layers;
  }
  Expected<Worst> worstOf(llvm::ArrayRef<std::string> layers) const;
  Worst withinBudget(llvm::ArrayRef<std::string> layers, const NoiseShares &shares) const;
  Status keepGates(llvm::ArrayRef<std::string> layers, FloatChoice &choice);
  Expected<SampleNoise> noiseOf(llvm::ArrayRef<std::string> layers) {
    auto module = quantizer.quantized(layers, Warnings::Kept);
    return module ? answers.noiseOf(std::move(*module)) : module.status();
  }
  Expected<FloatChoice> judge(const Worst &worst, const FloatChoice &gates);

  const Quantizer &quantizer;
  const mlir::ModuleOp floats;
  const MultiplyAdds multiplyAdds;
  const double mostMacs;
  CalibratingAnswers &answers;
  const Deadline deadline;
  std::vector<std::string> staying;    // they stay float, whatever else does
  std::optional<SampleNoise> asIs;     // no other layer is float in it
  std::optional<SampleNoise> allFloat; // all candidates are
};

std::vector<std::string> SmallLayers::candidates() const {
  std::vector<std::string> names = weightedLayers(floats);
  llvm::erase_if(names, [&](const std::string &name) {
    return percentOf(name) > mostMacs || !whyUnwritable(name).empty() ||
           llvm::is_contained(quantizer.options.recipe.floatLayers, name);
  });
  return names;
}

/// Takes those that have most of the noise, as far as the budget has room and they have a share
/// that is worth it.
Worst SmallLayers::withinBudget(llvm::ArrayRef<std::string> layers,
                                const NoiseShares &shares) const {
  std::vector<size_t> order(layers.size()), taken;
  std::iota(order.begin(), order.end(), size_t(0));
  llvm::stable_sort(order, [&](size_t a, size_t b) { return shares.of(a) > shares.of(b); });
  Worst worst;
  for (size_t i : order) {
    if (shares.of(i) < leastOfFirst * shares.of(order.front()))
      break;
    worst.layers.push_back(layers[i]);
    if (percentOf(withStaying(worst.layers)) > mostMacs)
      worst.layers.pop_back();
    else
      taken.push_back(i);
  }
  worst.share = shares.surelyOf(taken);
  return worst;
}

/// Returns the worst of these layers; none where time ends before all are measured.
Expected<Worst> SmallLayers::worstOf(llvm::ArrayRef<std::string> layers) const {
  if (layers.size() < 2)
    return percentOf(withStaying(layers)) <= mostMacs ? Worst{layers.vec(), 1} : Worst();
  auto alone = noiseOfEachAlone(quantizer, layers, answers.outputs(), mostRanking, deadline);
  if (!alone)
    return alone.status();
  return alone->size() == layers.size() ? withinBudget(layers, NoiseShares(*alone)) : Worst();
}

/// Layers of gates stay float together: each alone gains too little for a few samples to
/// tell, and all of them take next to nothing.
Status SmallLayers::keepGates(llvm::ArrayRef<std::string> layers, FloatChoice &choice) {
  std::vector<std::string> gates = gateLayers(floats, layers);
  if (gates.empty() || percentOf(gates) > mostMacs)
    return {};
  auto noise = noiseOf(gates);
  if (!noise)
    return noise.status();
  if (doubtOfFloats(*noise, *asIs, leastGain).doubt != Doubt::None)
    return {};
  choice.after = noise->worst();
  choice.macs = percentOf(gates);
  choice.layers = staying = std::move(gates);
  asIs = std::move(*noise);
  return {};
}

/// Tells whether all of them together gain enough over none; some may be beyond the budget.
Expected<bool> SmallLayers::gainsIn(llvm::ArrayRef<std::string> layers) {
  auto count = samplesThatCalibrate(quantizer);
  if (!count)
    return count.status();
  if (*count < leastJudgingFloats)
    return false;
  auto none = noiseOf({});
  if (!none)
    return none.status();
  asIs = std::move(*none);
  if (int64_t(asIs->samples()) < leastJudgingFloats || asIs->worst() >= littleLossOfFloats)
    return false;
  auto all = noiseOf(layers);
  if (!all)
    return all.status();
  allFloat = std::move(*all);
  return allFloat->worst() - asIs->worst() >= worthwhileOfFloats;
}

/// They stay float beside the gates, or these alone do.
Expected<FloatChoice> SmallLayers::judge(const Worst &worst, const FloatChoice &gates) {
  const double promise = promiseOf(worst.share, *allFloat, *asIs);
  if (promise < leastPromise)
    return staying.empty() ? FloatChoice{.isCutShort = gates.isCutShort} : gates;
  FloatChoice more = gates;
  more.layers = withStaying(worst.layers);
  more.macs = percentOf(more.layers);
  auto noise = noiseOf(more.layers);
  if (!noise)
    return noise.status();
  more.after = noise->worst();
  const Verdict verdict = doubtOfPromise(promise, *noise, *asIs);
  more.doubt = doubtText(verdict, size_t(more.samples));
  if (verdict.doubt == Doubt::None)
    return more;
  more.layers.clear();
  return staying.empty() ? more : gates;
}

Expected<FloatChoice> SmallLayers::choose() {
  FloatChoice choice;
  const std::vector<std::string> layers = candidates();
  if (layers.empty() || isOver(choice))
    return choice;
  auto gains = gainsIn(layers);
  if (!gains)
    return gains.status();
  if (!*gains)
    return choice;
  FloatChoice tried{.samples = int64_t(asIs->samples()), .before = asIs->worst()};
  if (Status status = keepGates(layers, tried); !status.ok())
    return status;
  auto worst = worstOf(butStaying(layers));
  if (!worst)
    return worst.status();
  tried.isCutShort = choice.isCutShort = deadline.isOver(); // it may have ended the ranking
  if (worst->layers.empty())
    return staying.empty() ? choice : tried;
  return judge(*worst, tried);
}

} // namespace

Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                        CalibratingAnswers &answers, const Deadline &deadline) {
  return SmallLayers(quantizer, mostMacs, answers, deadline).choose();
}

std::string noteOf(const FloatChoice &choice) {
  const std::string ended = choice.isCutShort
                                ? "time ended the choice of float layers, and another "
                                  "machine may choose others"
                                : "";
  if (choice.samples == 0)
    return ended;
  std::string text = io::fixed(choice.macs, 1) +
                     " % of all multiply-adds: " + io::fixed(choice.after, 1) + " dB for " +
                     io::fixed(choice.before, 1) + " on " + std::to_string(choice.samples) +
                     " samples that calibrate";
  const size_t count = choice.layers.size();
  if (choice.doubt.empty())
    text = std::to_string(count) + (count == 1 ? " small layer stays" : " small layers stay") +
           " float, " + text;
  else
    text = "no small layer stays float, of " + text + ", but " + choice.doubt;
  return ended.empty() ? text : text + "; " + ended;
}

} // namespace qopt::run
