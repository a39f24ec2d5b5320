#include "tools/libqopt/repairer.h"

#include "ir/ops.h"
#include "ir/values/near_names.h"
#include "passes/calibrate/taps.h"
#include "passes/repair/round_weights.h"
#include "passes/repair/smooth.h"
#include "tools/libqopt/calibrate/measured_inputs.h"
#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <cmath>

using namespace mlir;
using qrt::Expected;
using qrt::invalidArgument;
using qrt::Status;
using qrt::Tensor;

namespace qopt {
namespace {

// Rows of a layer's input that are looked at, of all samples together.
constexpr int64_t rowsOfLayer = 16384;
// What sums and activations of a pass may take; a layer that needs more has a pass of its own.
constexpr int64_t bytesOfPass = int64_t(512) << 20;

// The sums of one layer: some 5,600 weights a channel.
constexpr int64_t bytesOfLayer = int64_t(256) << 20;

// Layers that multiply the same rows.
struct Measured {
  std::vector<const SeedLayer *> layers;
  MomentSums sums;
};

class ModuleRepairer : public Repairer {
public:
  ModuleRepairer(ModuleOp module, std::string device, RepairerOptions options, LayerSet layers)
      : module(module), device(std::move(device)), options(std::move(options)),
        set(std::move(layers)), names(), pool(0) {}

  Status begin();
  size_t layers() const override { return set.all().size(); }
  const std::string &mixesSamples() const override { return mixed; }
  int passes() const override { return int(plan.size()) + options.smoothing.has_value(); }
  Status add(const Calibrator::Batch &batch) override;
  Status endPass() override;
  RepairReport finish() override;

private:
  using Group = std::vector<std::vector<const SeedLayer *>>;
  void planPasses();
  Status beginPass();
  Status addMagnitudes(const std::vector<Tensor> &results);
  Status addRows(const std::vector<Tensor> &results, const Calibrator::Batch &batch);
  void roundGroup();
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
  std::vector<Group> plan; // by pass that counts moments
  size_t pass = 0;
  std::unique_ptr<MeasuredInputs> inputs;
  int64_t seen = 0; // samples of this pass
  llvm::DenseMap<Value, ChannelMagnitudes> magnitudes;
  std::vector<Measured> measured;
  llvm::DenseMap<Operation *, std::pair<RoundedLayer, int64_t>> rounded; // and of so many rows
  RepairReport report;
};

Status ModuleRepairer::begin() {
  if (options.equalizes)
    report.equalized = equalizeLayers(set, names);
  if (options.measures())
    mixed = MeasuredInputs::mixesSamples(nn::entryOf(module), valuesRead(set));
  if (options.rounds || options.correctsBias)
    planPasses();
  return beginPass();
}

void ModuleRepairer::planPasses() {
  std::vector<std::vector<const SeedLayer *>> alike;
  llvm::DenseMap<Value, SmallVector<size_t, 1>> readers; // of a value, by their places in `alike`
  for (const SeedLayer &layer : set.all()) {
    if (MomentSums::bytes(layer) > bytesOfLayer) {
      report.tooWide.push_back(layer.name());
      continue;
    }
    SmallVector<size_t, 1> &others = readers[layer.input()];
    auto same = [&](size_t other) { return readsAlike(*alike[other].front(), layer); };
    if (auto known = llvm::find_if(others, same); known != others.end()) {
      alike[*known].push_back(&layer);
      continue;
    }
    others.push_back(alike.size());
    alike.push_back({&layer});
  }
  int64_t bytes = bytesOfPass + 1;
  for (const auto &layers : alike) {
    const SeedLayer &first = *layers.front();
    const int64_t own =
        MomentSums::bytes(first) + MeasuredInputs::bytes(first.input(), options.batch);
    if (bytes + own > bytesOfPass) {
      plan.emplace_back();
      bytes = 0;
    }
    plan.back().push_back(layers);
    bytes += own;
  }
}

Status ModuleRepairer::beginPass() {
  seen = 0, measured.clear(), inputs.reset();
  const bool smooths = options.smoothing && pass == 0;
  const size_t group = pass - options.smoothing.has_value();
  if (!smooths && group >= plan.size())
    return {};
  std::vector<Value> values;
  if (smooths)
    values = valuesRead(set);
  else
    for (const auto &layers : plan[group]) {
      values.push_back(layers.front()->input());
      const int64_t rows =
          std::max<int64_t>(1, rowsOfLayer / std::max<int64_t>(1, options.samples));
      measured.push_back({layers, MomentSums(*layers.front(), rows)});
    }
  llvm::DenseMap<Value, int64_t> axes; // as the first reader of a value counts its channels
  for (const SeedLayer &layer : set.all())
    axes.try_emplace(layer.input(), layer.inputAxis());
  auto axisOf = [&](Value value) { return axes.at(value); };
  auto made = smooths ? MeasuredInputs::extremes(module, values, axisOf, device, options.compile)
                      : MeasuredInputs::whole(module, values, device, options.compile);
  if (!made)
    return made.status();
  inputs = std::move(*made);
  return {};
}

Status ModuleRepairer::add(const Calibrator::Batch &batch) {
  auto results = inputs->run(batch.inputs);
  if (!results)
    return results.status();
  Status status = measured.empty() ? addMagnitudes(*results) : addRows(*results, batch);
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

Status ModuleRepairer::addRows(const std::vector<Tensor> &results, const Calibrator::Batch &batch) {
  const int64_t rows = inputs->samplesIn(batch.inputs);
  std::vector<int64_t> bad(measured.size(), -1); // sample of the batch
  auto addTo = [&](size_t i) {
    const Tensor &input = results[i];
    const bool bySample = input.shape()[0] % rows == 0 && mixed.empty();
    const int64_t leading = bySample ? input.shape()[0] / rows : input.shape()[0];
    const int64_t stride = leading * (input.size() / std::max<int64_t>(1, input.shape()[0]));
    for (int64_t sample = 0; sample < (bySample ? batch.samples : 1) && bad[i] < 0; ++sample)
      if (!measured[i].sums.addSample(input.shape(), input.values<float>().data() + sample * stride,
                                      leading, seen + sample))
        bad[i] = sample;
  };
  pool.parallelFor(int64_t(measured.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      addTo(size_t(i));
  });
  for (size_t i = 0; i < bad.size(); ++i)
    if (bad[i] >= 0)
      return invalidArgument(
          "layer '" + measured[i].layers.front()->name() + "' reads a NaN or an infinity for " +
          (batch.place ? batch.place(bad[i]) : "sample " + std::to_string(seen + bad[i])) +
          "; check the preprocessing and the model");
  return {};
}

// Nothing is applied before the last pass: all layers are measured in the float network.
void ModuleRepairer::roundGroup() {
  std::vector<std::vector<RoundedLayer>> made(measured.size());
  pool.parallelFor(int64_t(measured.size()), 1, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const std::vector<Moments> moments = measured[size_t(i)].sums.finish();
      for (const SeedLayer *layer : measured[size_t(i)].layers)
        made[size_t(i)].push_back(
            roundLayer(*layer, layer->weights(), moments, howToRound(*layer)));
    }
  });
  for (auto [of, results] : llvm::zip_equal(measured, made))
    for (auto [layer, result] : llvm::zip_equal(of.layers, results))
      rounded.try_emplace(layer->op, std::pair(std::move(result), of.sums.rowCount()));
}

Status ModuleRepairer::endPass() {
  if (measured.empty())
    report.smoothed = smoothLayers(set, magnitudes, *options.smoothing, names);
  else
    roundGroup();
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
      report.layers.push_back(apply(layer, result->second.first, result->second.second));
  eraseUnusedConstants(nn::entryOf(module));
  return std::move(report);
}

// A module of floats, batch norms folded.
Status checkRepairable(func::FuncOp entry) {
  Status status;
  entry.walk([&](Operation *op) {
    auto quantized = [](Type type) { return nn::isQuantized(type); };
    if (llvm::any_of(op->getOperandTypes(), quantized) ||
        llvm::any_of(op->getResultTypes(), quantized)) {
      status = invalidArgument("layer '" + nn::layerName(op) +
                               "' is quantized; repair the float network, then quantize it "
                               "(--insert-quant)");
      return WalkResult::interrupt();
    }
    if (auto norm = dyn_cast<nn::BatchNormOp>(op);
        norm && norm.getInput().hasOneUse() && seedLayerOf(norm.getInput().getDefiningOp())) {
      status = invalidArgument("layer '" + nn::layerName(op) +
                               "' is a batch norm, which will change the weights before it; fold "
                               "it first (qopt --fold-batch-norm)");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return status;
}

Expected<LayerSet> layersFor(func::FuncOp entry, const RepairerOptions &options) {
  std::vector<SeedLayer> all = seedLayersOf(entry), chosen;
  llvm::StringSet<> only, except;
  std::vector<std::string> known;
  for (const SeedLayer &layer : all)
    known.push_back(layer.name());
  for (const auto &[list, into] : {std::pair(&options.only, &only), {&options.except, &except}})
    for (const std::string &name : *list) {
      if (!llvm::is_contained(known, name))
        return invalidArgument("no layer '" + name + "' with constant float weights to repair" +
                               didYouMean(name, known));
      into->insert(name);
    }
  for (const SeedLayer &layer : all)
    if ((only.empty() || only.contains(layer.name())) && !except.contains(layer.name()))
      chosen.push_back(layer);
  return LayerSet(std::move(chosen));
}

} // namespace

Expected<std::unique_ptr<Repairer>> Repairer::create(ModuleOp module, const std::string &device,
                                                     const RepairerOptions &options) {
  func::FuncOp entry = nn::entryOf(module);
  if (!entry)
    return invalidArgument("the module has no entry");
  if (Status status = checkRepairable(entry); !status.ok())
    return status;
  auto layers = layersFor(entry, options);
  if (!layers)
    return layers.status();
  auto repairer = std::make_unique<ModuleRepairer>(module, device, options, std::move(*layers));
  if (Status status = repairer->begin(); !status.ok())
    return status;
  return std::unique_ptr<Repairer>(std::move(repairer));
}

} // namespace qopt
