#include "tools/libqopt/repairer.h"

#include "ir/ops.h"
#include "passes/calibrate/taps.h"
#include "passes/repair/smooth.h"
#include "tools/libqopt/qopt_mlir.h"
#include "tools/libqopt/repair/layer_sums.h"
#include "tools/libqopt/repair/measured_inputs.h"
#include "tools/libqopt/repair/repairable_layers.h"

#include <cmath>

using namespace mlir;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

class ModuleRepairer : public Repairer {
public:
  ModuleRepairer(ModuleOp module, std::string device, RepairerOptions options, LayerSet layers)
      : module(module), device(std::move(device)), options(std::move(options)),
        set(std::move(layers)), names(), pool(0) {}

  Status begin();
  size_t layers() const override { return set.all().size(); }
  const std::string &mixesSamples() const override { return mixed; }
  int passes() const override { return int(plan.passes.size()) + options.smoothing.has_value(); }
  Status add(const Calibrator::Batch &batch) override;
  Status endPass() override;
  RepairReport finish() override;

private:
  /// The first pass, where channels' magnitudes are measured.
  bool smooths() const { return options.smoothing && pass == 0; }
  Status beginPass();
  Status measureMagnitudes();
  Status measureRows(const std::vector<AlikeLayers> &layers);
  Status addMagnitudes(const std::vector<Tensor> &results);
  RepairReport::Layer apply(const SeedLayer &layer, const RoundedLayer &result, int64_t rows);
  RoundingOptions howToRound(const SeedLayer &layer) const {
    return {options.bits, options.rounds, options.correctsBias && !layer.hasComputedBias()};
  }

  ModuleOp module;
  std::string device;
  RepairerOptions options;
  LayerSet set;
  FreshNames names;
  qrt::ThreadPool pool;
  std::string mixed;
  RepairPlan plan; // of passes that add rows up
  size_t pass = 0;
  std::unique_ptr<MeasuredInputs> inputs;
  int64_t seen = 0; // samples of this pass
  llvm::DenseMap<Value, ChannelMagnitudes> magnitudes;
  std::optional<LayerSums> sums;
  llvm::DenseMap<Operation *, MeasuredRounding> rounded;
  RepairReport report;
};

Status ModuleRepairer::begin() {
  if (options.equalizes)
    report.equalized = equalizeLayers(set, names);
  if (options.measures())
    mixed = MeasuredInputs::mixesSamples(nn::entryOf(module), valuesRead(set));
  if (options.rounds || options.correctsBias)
    plan = planRepair(set, options.batch);
  report.tooWide = plan.tooWide;
  return beginPass();
}

Status ModuleRepairer::beginPass() {
  seen = 0, sums.reset(), inputs.reset();
  if (smooths())
    return measureMagnitudes();
  const size_t next = pass - options.smoothing.has_value();
  return next < plan.passes.size() ? measureRows(plan.passes[next]) : Status();
}

Status ModuleRepairer::measureMagnitudes() {
  llvm::DenseMap<Value, int64_t> axes; // as the first reader of a value counts its channels
  for (const SeedLayer &layer : set.all())
    axes.try_emplace(layer.input(), layer.inputAxis());
  auto axisOf = [&](Value value) { return axes.at(value); };
  auto made = MeasuredInputs::extremes(module, valuesRead(set), axisOf, device, options.compile);
  if (!made)
    return made.status();
  inputs = std::move(*made);
  return {};
}

Status ModuleRepairer::measureRows(const std::vector<AlikeLayers> &layers) {
  std::vector<Value> values;
  for (const AlikeLayers &alike : layers)
    values.push_back(alike.front()->input());
  sums.emplace(layers, options.samples, qrt::Execution{&pool});
  auto made = MeasuredInputs::whole(module, values, device, options.compile);
  if (!made)
    return made.status();
  inputs = std::move(*made);
  return {};
}

Status ModuleRepairer::add(const Calibrator::Batch &batch) {
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

// Nothing is applied before the last pass: all layers are measured in the float network.
Status ModuleRepairer::endPass() {
  if (smooths())
    report.smoothed = smoothLayers(set, magnitudes, *options.smoothing, names);
  else if (sums)
    for (MeasuredRounding &one : sums->round([&](const SeedLayer &l) { return howToRound(l); }))
      rounded.try_emplace(one.layer->op, std::move(one));
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
  for (const SeedLayer &layer : set.all())
    if (auto result = rounded.find(layer.op); result != rounded.end())
      report.layers.push_back(apply(layer, result->second.result, result->second.rows));
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
