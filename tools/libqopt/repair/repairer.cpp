#include "tools/libqopt/repairer.h"

#include "ir/ops.h"
#include "passes/calibrate/taps.h"
#include "passes/repair/even_channels.h"
#include "passes/repair/smooth.h"
#include "tools/libqopt/qopt_mlir.h"
#include "tools/libqopt/repair/layer_sums.h"
#include "tools/libqopt/repair/measured_inputs.h"
#include "tools/libqopt/repair/paired_runs.h"
#include "tools/libqopt/repair/repairable_layers.h"

#include <cmath>

using namespace mlir;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

constexpr unsigned fewBits = 4; // so few that where a grid ends matters

class ModuleRepairer : public Repairer {
public:
  ModuleRepairer(ModuleOp module, std::string device, RepairerOptions options,
                 RepairableLayers layers)
      : module(module), device(std::move(device)), options(std::move(options)),
        set(std::move(layers.layers)), wide(std::move(layers.wide)), names(), pool(0) {}

  Status begin();
  size_t layers() const override { return set.all().size(); }
  const std::string &mixesSamples() const override { return mixed; }
  int passes() const override {
    return int(stages.size() + plan.passes.size()) + measuresMagnitudes;
  }
  bool readsSamples() const override { return rescales() || !runs || runs->readsSamples(); }
  int64_t batchFor(int64_t wanted) const override {
    if (mixed.empty() && runs && !rescales())
      return runs->batchWithin(options.memory.run, wanted);
    if (!mixed.empty() || !inputs)
      return 1;
    return inputs->batchWithin(options.memory.run, wanted);
  }
  Status add(const Calibrator::Batch &batch) override;
  Status endPass() override;
  RepairReport finish() override;

private:
  /// The first pass, where channels' magnitudes are measured.
  bool rescales() const { return measuresMagnitudes && pass == 0; }
  void planPasses();
  Status beginPass();
  Status measureMagnitudes();
  void rescaleChannels();
  Status measureRows(const std::vector<SummedLayers> &layers);
  Status measureStage(size_t number);
  Status addPairs(const PairedInputs &pairs, const Calibrator::Batch &batch, int64_t first,
                  int64_t rows);
  Status addMagnitudes(const std::vector<Tensor> &results);
  RepairReport::Layer apply(const SeedLayer &layer, const RoundedLayer &result, int64_t rows);
  /// Fitted scales and steps shrink what layers answer: later ones are to make up for it.
  RoundingOptions howToRound(const SeedLayer &layer) const {
    const unsigned bits = wide.contains(layer.op) ? 8 : options.bits;
    return {.bits = bits,
            .rounds = options.rounds,
            .correctsBias = options.correctsBias && !layer.hasComputedBias(),
            .group = options.group,
            .fits = options.sequential && bits <= fewBits};
  }

  ModuleOp module;
  std::string device;
  RepairerOptions options;
  LayerSet set;
  llvm::DenseSet<Operation *> wide; // whose weights have 8 bits
  FreshNames names;
  qrt::ThreadPool pool;
  std::string mixed;
  bool measuresMagnitudes = false; // of channels, in the first pass
  RepairPlan plan;                 // of passes that add rows up
  std::vector<Stage> stages;       // of such passes where layers are rounded one after the other
  size_t pass = 0;
  std::unique_ptr<MeasuredInputs> inputs;
  std::optional<PairedRuns> runs; // where there are stages
  int64_t seen = 0;               // samples of this pass
  llvm::DenseMap<Value, ChannelMagnitudes> magnitudes;
  std::optional<LayerSums> sums;
  llvm::DenseMap<Operation *, MeasuredRounding> rounded;
  llvm::DenseMap<Operation *, RepairReport::Layer> applied;
  RepairReport report;
};

Status ModuleRepairer::begin() {
  if (options.equalizes)
    report.equalized = equalizeLayers(set, names);
  if (options.measures())
    mixed = MeasuredInputs::mixesSamples(nn::entryOf(module), valuesRead(set));
  planPasses();
  measuresMagnitudes = options.smoothing || (options.evensChannels && canEvenChannels(set));
  if (options.evensChannels && !measuresMagnitudes)
    report.evened = evenChannels(set, magnitudes, names); // why nothing is
  return beginPass();
}

/// The passes sum the values that layers read now.
void ModuleRepairer::planPasses() {
  std::vector<std::string> tooWide;
  if (options.sequential)
    stages = stagesOf(nn::entryOf(module), set, options.memory, tooWide);
  else if (options.rounds || options.correctsBias)
    plan = planRepair(set, options.memory), tooWide = plan.tooWide;
  report.tooWide = std::move(tooWide);
}

Status ModuleRepairer::beginPass() {
  seen = 0, sums.reset(), inputs.reset();
  if (rescales())
    return measureMagnitudes();
  const size_t next = pass - measuresMagnitudes;
  if (next < stages.size())
    return measureStage(next);
  return next < plan.passes.size() ? measureRows(plan.passes[next]) : Status();
}

Status ModuleRepairer::measureMagnitudes() {
  llvm::DenseMap<Value, int64_t> axes; // as the first reader of a value counts its channels
  for (const SeedLayer &layer : set.all())
    axes.try_emplace(layer.input(), layer.inputAxis());
  auto axisOf = [&](Value value) { return axes.at(value); };
  const std::vector<Value> values = options.smoothing ? valuesRead(set) : depthwiseInputs(set);
  auto made = MeasuredInputs::extremes(module, values, axisOf, device, options.compile);
  if (!made)
    return made.status();
  inputs = std::move(*made);
  return {};
}

Status ModuleRepairer::measureRows(const std::vector<SummedLayers> &layers) {
  std::vector<Value> values;
  for (const SummedLayers &one : layers)
    values.push_back(one.layers.front()->input());
  sums.emplace(layers, options.samples, options.rows, qrt::Execution{&pool});
  auto made = MeasuredInputs::whole(module, values, device, options.compile);
  if (!made)
    return made.status();
  inputs = std::move(*made);
  return {};
}

// The first stage reads what the float network does.
Status ModuleRepairer::measureStage(size_t number) {
  if (number == 0)
    runs.emplace(module, device, options.compile, options.samples);
  const Stage &stage = stages[number];
  sums.emplace(stage.layers, options.samples, options.rows, qrt::Execution{&pool});
  return runs->begin(stage);
}

Status ModuleRepairer::addPairs(const PairedInputs &pairs, const Calibrator::Batch &batch,
                                int64_t first, int64_t rows) {
  return sums->add(pairs.read, batch, first, rows, !mixed.empty(), pairs.wanted, pairs.lacks);
}

Status ModuleRepairer::add(const Calibrator::Batch &batch) {
  if (runs && !rescales()) {
    const std::optional<unsigned> sampled = sampleArgument(nn::entryOf(module));
    const int64_t rows = sampled ? batch.inputs[*sampled].shape()[0] : 1;
    auto pairs = runs->run(batch, rows);
    if (!pairs)
      return pairs.status();
    Status status = addPairs(*pairs, batch, seen, rows);
    seen += batch.samples;
    return status;
  }
  auto results = inputs->run(batch.inputs);
  if (!results)
    return results.status();
  Status status =
      sums ? sums->add(*results, batch, seen, inputs->samplesIn(batch.inputs), !mixed.empty())
           : addMagnitudes(*results);
  seen += batch.samples;
  return status;
}

// [channels, 3]: minimum, maximum, how many NaN.
Status ModuleRepairer::addMagnitudes(const std::vector<Tensor> &results) {
  for (auto [value, extremes] : llvm::zip_equal(inputs->values(), results)) {
    ChannelMagnitudes &most = magnitudes[value];
    most.resize(size_t(extremes.shape()[0]));
    for (size_t c = 0; c < most.size(); ++c) {
      const Extremes of = Extremes::of(extremes.values<float>().subspan(3 * c, 3));
      if (!of.areFinite())
        return invalidArgument("layer '" + nn::keyOf(value) +
                               "' computes a NaN or an infinity; check the preprocessing and the "
                               "model");
      most[c] = std::max({most[c], std::abs(of.min), std::abs(of.max)});
    }
  }
  return {};
}

/// There are as many passes afterwards, but layers may read products that were not there before.
void ModuleRepairer::rescaleChannels() {
  if (options.evensChannels)
    report.evened = evenChannels(set, magnitudes, names);
  if (options.smoothing)
    report.smoothed = smoothLayers(set, magnitudes, *options.smoothing, names);
  planPasses();
}

// Ends a pass. Without stages nothing is applied before the last one: all layers are measured in
// the float network.
Status ModuleRepairer::endPass() {
  if (!rescales() && runs && !runs->readsSamples()) {
    auto add = [&](const PairedInputs &pairs, int64_t samples, int64_t first, int64_t rows) {
      return addPairs(pairs, {.inputs = {}, .samples = samples, .place = {}}, first, rows);
    };
    if (Status status = runs->replay(add); !status.ok())
      return status;
  }
  inputs.reset(); // rounding needs the memory
  if (rescales()) {
    rescaleChannels();
  } else if (sums) {
    for (MeasuredRounding &one : sums->round([&](const SeedLayer &l) { return howToRound(l); })) {
      if (runs)
        applied.try_emplace(one.layer->op, apply(*one.layer, one.result, one.rows));
      else
        rounded.try_emplace(one.layer->op, std::move(one));
    }
  }
  ++pass;
  return beginPass();
}

RepairReport::Layer ModuleRepairer::apply(const SeedLayer &layer, const RoundedLayer &result,
                                          int64_t rows) {
  RepairReport::Layer line{.name = layer.name(),
                           .errorBefore = result.errorBefore,
                           .errorAfter = result.errorAfter,
                           .rows = rows,
                           .terms = layer.terms,
                           .heldChannels = result.heldChannels,
                           .note = ""};
  if (options.rounds)
    layer.setWeights(result.weights, names);
  if (options.correctsBias && layer.hasComputedBias())
    line.note = "its bias is computed";
  if (!howToRound(layer).correctsBias)
    return line;
  std::optional<Tensor> old = layer.bias();
  Tensor bias = Tensor::allocate(qrt::ElementType::F32, {layer.outputs});
  std::span<float> to = bias.mutableValues<float>();
  for (size_t o = 0; o < to.size(); ++o) {
    to[o] = float((old ? double(old->values<float>()[o]) : 0) + result.correction[o]);
    line.biasChange = std::max(line.biasChange, std::abs(result.correction[o]));
  }
  layer.setBias(bias, names);
  return line;
}

RepairReport ModuleRepairer::finish() {
  for (const SeedLayer &layer : set.all()) {
    if (auto result = rounded.find(layer.op); result != rounded.end())
      report.layers.push_back(apply(layer, result->second.result, result->second.rows));
    if (auto done = applied.find(layer.op); done != applied.end())
      report.layers.push_back(std::move(done->second));
  }
  eraseUnusedConstants(nn::entryOf(module));
  return std::move(report);
}

} // namespace

Expected<std::unique_ptr<Repairer>> Repairer::create(ModuleOp module, const std::string &device,
                                                     const RepairerOptions &options) {
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return invalidArgument("the module has no entry");
  auto layers = repairableLayers(entry, options);
  if (!layers)
    return layers.status();
  auto repairer = std::make_unique<ModuleRepairer>(module, device, options, std::move(*layers));
  if (Status status = repairer->begin(); !status.ok())
    return status;
  return std::unique_ptr<Repairer>(std::move(repairer));
}

} // namespace qopt
