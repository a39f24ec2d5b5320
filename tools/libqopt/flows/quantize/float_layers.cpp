#include "tools/libqopt/flows/quantize/float_layers.h"

#include "tools/libqopt/flows/contest/contest_note.h"
#include "tools/libqopt/flows/contest/noise_shares.h"
#include "tools/libqopt/flows/contest/paired_gain.h"
#include "tools/libqopt/flows/layers/gate_layers.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/quantize/alone_integer.h"
#include "tools/libqopt/flows/quantize/shared_beginning.h"

#include "llvm/ADT/STLExtras.h"

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

Verdict doubtOfWorst(const SampleNoise &floats, const SampleNoise &asIs) {
  const PairedGain gain = gainOf(floats, asIs);
  const bool isLittle = gain.decibels + gain.error < worthwhileOfFloats;
  return {.doubt = isLittle ? Doubt::LittleGain : Doubt::None};
}

namespace {

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
  Expected<std::vector<std::string>> worstOf(llvm::ArrayRef<std::string> layers) const;
  Expected<std::vector<std::string>> byWhatTheyGain(llvm::ArrayRef<std::string> layers) const;
  Expected<std::vector<std::string>> byTheirShare(llvm::ArrayRef<std::string> layers) const;
  std::vector<std::string> withinBudget(llvm::ArrayRef<std::string> ranked) const;
  Status keepGates(llvm::ArrayRef<std::string> layers, FloatChoice &choice);
  Expected<SampleNoise> noiseOf(llvm::ArrayRef<std::string> layers) {
    auto module = quantizer.quantized(layers, Warnings::Kept);
    return module ? answers.noiseOf(std::move(*module)) : module.status();
  }
  Verdict doubtOf(const SampleNoise &noise) const {
    return isOfFew ? doubtOfWorst(noise, *asIs) : doubtOfFloats(noise, *asIs);
  }
  Status judge(std::vector<std::string> worst, FloatChoice &choice);

  const Quantizer &quantizer;
  const mlir::ModuleOp floats;
  const MultiplyAdds multiplyAdds;
  const double mostMacs;
  CalibratingAnswers &answers;
  const Deadline deadline;
  std::vector<std::string> staying; // they stay float, whatever else does
  std::optional<SampleNoise> asIs;  // no other layer is float in it
  bool isOfFew = false;             // a few samples have most of that noise
};

std::vector<std::string> SmallLayers::candidates() const {
  std::vector<std::string> names = weightedLayers(floats);
  llvm::erase_if(names, [&](const std::string &name) {
    return percentOf(name) > mostMacs || !whyUnwritable(name).empty() ||
           llvm::is_contained(quantizer.options.recipe.floatLayers, name);
  });
  return names;
}

/// Returns the first ones, as far as the budget has room.
std::vector<std::string> SmallLayers::withinBudget(llvm::ArrayRef<std::string> ranked) const {
  std::vector<std::string> worst;
  for (const std::string &layer : ranked) {
    worst.push_back(layer);
    if (percentOf(withStaying(worst)) > mostMacs)
      worst.pop_back();
  }
  return worst;
}

/// Ranks layers by what is left of the noise where they are float beside what stays so; those that
/// leave more than nothing gains are left out.
Expected<std::vector<std::string>>
SmallLayers::byWhatTheyGain(llvm::ArrayRef<std::string> layers) const {
  std::vector<LayerGroup> groups = {staying};
  for (const std::string &layer : layers)
    groups.push_back(withStaying(layer));
  auto ranked = rankLayers(quantizer, groups, answers.outputs(), mostRanking, deadline);
  if (!ranked)
    return ranked.status();
  std::vector<std::string> names;
  for (const Sensitivity &one : *ranked) {
    if (one.layers.size() == staying.size())
      break;
    names.push_back(one.layers.back());
  }
  return names;
}

/// Ranks layers by their share of the noise; none where time ends before all are measured.
Expected<std::vector<std::string>>
SmallLayers::byTheirShare(llvm::ArrayRef<std::string> layers) const {
  auto alone = noiseOfEachAlone(quantizer, layers, answers.outputs(), mostRanking, deadline);
  if (!alone)
    return alone.status();
  std::vector<std::string> names;
  if (alone->size() < layers.size())
    return names;
  const NoiseShares shares(*alone);
  const std::vector<size_t> order = shares.mostFirst();
  for (size_t i : order)
    if (shares.of(i) >= leastOfFirst * shares.of(order.front()))
      names.push_back(layers[i]);
  return names;
}

/// Returns as many layers as the budget has room for, the worst first.
Expected<std::vector<std::string>> SmallLayers::worstOf(llvm::ArrayRef<std::string> layers) const {
  if (layers.empty() || (layers.size() == 1 && staying.empty()))
    return withinBudget(layers);
  auto ranked = isOfFew ? byTheirShare(layers) : byWhatTheyGain(layers);
  if (!ranked)
    return ranked.status();
  return withinBudget(*ranked);
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
  isOfFew = effectiveSamples(*asIs) < double(asIs->samples()) / 2;
  return all->worst() - asIs->worst() >= worthwhileOfFloats;
}

/// All of them compete with none beside what stays float already; a half or a quarter, if it does
/// as well, takes their place.
Status SmallLayers::judge(std::vector<std::string> worst, FloatChoice &choice) {
  FloatChoice more = choice;
  const size_t least = isOfFew ? worst.size() : (worst.size() + 3) / 4;
  std::optional<double> best;
  for (size_t count = worst.size(); count >= least; count = (count + 1) / 2) {
    if (best && isOver(choice))
      break;
    more.layers = withStaying(llvm::ArrayRef(worst).take_front(count));
    auto noise = noiseOf(more.layers);
    if (!noise)
      return noise.status();
    const Verdict verdict = doubtOf(*noise);
    if (best && (verdict.doubt != Doubt::None || *best - noise->worst() > leastGain))
      break;
    worst.resize(count);
    best = std::max(best.value_or(noise->worst()), noise->worst());
    more.after = noise->worst();
    more.macs = percentOf(more.layers);
    more.doubt = doubtText(verdict, size_t(more.samples));
    if (verdict.doubt != Doubt::None)
      break;
    if (count == 1)
      break;
  }
  more.isCutShort = choice.isCutShort;
  more.layers = more.doubt.empty() ? withStaying(worst) : std::vector<std::string>();
  if (staying.empty() || more.doubt.empty())
    choice = std::move(more);
  return {};
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
  if (worst->empty())
    return staying.empty() ? choice : tried;
  Status status = judge(std::move(*worst), tried);
  return status.ok() ? Expected(std::move(tried)) : status;
}

} // namespace

Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                        CalibratingAnswers &answers, const Deadline &deadline) {
  return SmallLayers(quantizer, mostMacs, answers, deadline).choose();
}

} // namespace qopt::run
