#include "tools/libqopt/flows/lint_data/layer_taps.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"

using namespace mlir;

namespace qopt::lint {

static constexpr int64_t channelAxis = 1;
static constexpr int64_t fewest = 8; // samples; of fewer, a channel may well have one value

std::vector<std::string> tapActivations(func::FuncOp entry) {
  OpBuilder builder(entry.getContext());
  nn::NameTable names(entry);
  std::vector<std::string> keys;
  SmallVector<Value> taps;
  for (Operation &op : entry.front().without_terminator()) {
    auto rule = dyn_cast<nn::QuantizationRuleOpInterface>(op);
    if (!rule || !rule.quantizationRule().isBound || nn::nameOf(&op).empty())
      continue;
    Value value = op.getResult(0);
    auto type = cast<RankedTensorType>(value.getType());
    if (!nn::isF32(type) || type.getRank() <= channelAxis || type.isDynamicDim(channelAxis))
      continue;
    taps.push_back(createExtremes(builder, names, value, channelAxis));
    keys.push_back(nn::keyOf(value));
  }
  nn::appendResults(entry, taps);
  return keys;
}

// Extremes first: the taps of activations are no values of the network.
LayerTaps LayerTaps::addTo(func::FuncOp entry) {
  LayerTaps taps;
  taps.demands = demandsOf(entry);
  taps.extremes = tapExtremes(entry);
  taps.activations = tapActivations(entry);
  taps.channels.resize(taps.activations.size());
  return taps;
}

void LayerTaps::begin(int64_t total) {
  samples = total;
  growth.assign(extremes.size(), RangeGrowth(total));
}

void LayerTaps::addExtremes(size_t tap, const qrt::Tensor &rows, const Batch &batch,
                            std::vector<bool> &sound, const Place &place) {
  const Tap &told = extremes[tap];
  for (int64_t sample = 0; sample < (told.perSample ? batch.samples : 1); ++sample) {
    if (told.perSample && !sound[size_t(sample)])
      continue;
    const Extremes of = told.extremesOf(rows, sample, batch.rows);
    if (of.areFinite()) {
      growth[tap].add(batch.first + sample, of.min, of.max);
      continue;
    }
    if (!mustBeFinite(told.key) && !(of.hasNan && demands.noNan.contains(told.key)))
      continue;
    // Values that follow from a broken one are broken, too: only the first layer is named.
    if (told.perSample)
      sound[size_t(sample)] = false;
    notFinite.push_back({Severity::Error, "non-finite", told.key, place(batch.first + sample),
                         "the layer computes " + std::string(of.culprit()),
                         "check preprocessing and model, or remove the sample"});
    if (!told.perSample)
      return;
  }
}

void LayerTaps::add(const Batch &batch, const Place &place) {
  auto results = batch.results.last(extremes.size() + activations.size());
  std::vector<bool> sound = batch.sound;
  for (size_t tap = 0; tap < extremes.size(); ++tap)
    addExtremes(tap, results[tap], batch, sound, place);
  for (size_t i = 0; i < activations.size(); ++i) {
    const qrt::Tensor &rows = results[extremes.size() + i];
    if (channels[i].channels() == 0)
      channels[i] = ChannelExtremes(size_t(rows.shape()[0]));
    channels[i].addRows(rows.values<float>());
  }
}

Findings LayerTaps::check(const Place &place) const {
  Findings findings = notFinite;
  for (size_t i = 0; i < activations.size() && samples >= fewest; ++i)
    llvm::append_range(findings, checkLayerChannels(channels[i], activations[i]));
  for (size_t tap = 0; tap < extremes.size(); ++tap)
    llvm::append_range(findings, checkGrowth(growth[tap], extremes[tap].key, place));
  return findings;
}

} // namespace qopt::lint
