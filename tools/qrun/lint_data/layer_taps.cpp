#include "tools/qrun/lint_data/layer_taps.h"

#include "ir/ops.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace qopt::lint {

static constexpr int64_t channelAxis = 1;
static constexpr int64_t fewest = 8; // samples; of fewer, a channel may well have one value

std::vector<std::string> tapActivations(func::FuncOp entry) {
  OpBuilder builder(entry.front().getTerminator());
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
    auto rows = RankedTensorType::get({type.getDimSize(channelAxis), 3}, builder.getF32Type());
    auto tap = nn::ExtremesOp::create(builder, op.getLoc(), rows, value,
                                      builder.getI64IntegerAttr(channelAxis));
    nn::setName(tap, names.unique(nn::keyOf(value) + "_channels"));
    taps.push_back(tap);
    keys.push_back(nn::keyOf(value));
  }
  nn::appendResults(entry, taps);
  return keys;
}

// Extremes first: the taps of activations are no values of the network.
LayerTaps LayerTaps::addTo(func::FuncOp entry) {
  LayerTaps taps;
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
  const int64_t perSample = told.perSample ? rows.shape()[0] / batch.rows : 1;
  auto values = rows.values<float>();
  for (int64_t sample = 0; sample < (told.perSample ? batch.samples : 1); ++sample) {
    if (told.perSample && !sound[size_t(sample)])
      continue;
    float min = std::numeric_limits<float>::infinity(), max = -min;
    bool nan = false;
    for (int64_t row = sample * perSample; row < (sample + 1) * perSample; ++row) {
      min = std::min(min, values[3 * row]);
      max = std::max(max, values[3 * row + 1]);
      nan |= values[3 * row + 2] != 0;
    }
    if (!nan && std::isfinite(min) && std::isfinite(max)) {
      growth[tap].add(batch.first + sample, min, max);
      continue;
    }
    // What follows from it is broken, too: the first layer is named.
    if (told.perSample)
      sound[size_t(sample)] = false;
    notFinite.push_back({Severity::Error, "non-finite", told.key, place(batch.first + sample),
                         std::string("the layer computes ") + (nan ? "a NaN" : "an infinity"),
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
