#include "tools/libqopt/report/page/facts.h"

using namespace qrt;

namespace qopt::run {

const MeasuredValue *measuredOf(const PageFacts &facts, const drawing::LayerFacts &layer) {
  if (!facts.measured || layer.outputs.empty())
    return nullptr;
  auto found = facts.measured->values.find(layer.outputs.front().key);
  return found == facts.measured->values.end() ? nullptr : &found->second;
}

const LayerTime *timeOf(const PageFacts &facts, const drawing::LayerFacts &layer) {
  if (!facts.times || !layer.op)
    return nullptr;
  const llvm::ArrayRef<LayerTime> all = facts.times->layers.layers();
  auto found = llvm::find_if(all, [&](const LayerTime &of) { return of.name == layer.name; });
  return found == all.end() ? nullptr : &*found;
}

Distribution calibratedDistribution(const Calibration &calibration, const std::string &key) {
  auto found = calibration.statistics.find(key);
  if (found == calibration.statistics.end() || !found->second.histogram || !found->second.seen())
    return {};
  const TensorStatistics &statistics = found->second;
  const Histogram &histogram = *statistics.histogram;
  Distribution distribution{statistics.min, statistics.max, {}, {}};
  if (distribution.isEmpty())
    return {};
  distribution.before.resize(Distribution::bins);
  const double perUnit = double(Distribution::bins) / (distribution.high - distribution.low);
  auto add = [&](double magnitude, double sign, int64_t count) {
    const double bin = (sign * magnitude - distribution.low) * perUnit;
    distribution.before[size_t(std::clamp(bin, 0.0, double(Distribution::bins - 1)))] += count;
  };
  for (size_t i = 0; i < histogram.positive.size(); ++i) {
    const double magnitude = (double(i) + 0.5) * histogram.width();
    if (histogram.positive[i])
      add(magnitude, 1, histogram.positive[i]);
    if (histogram.negative[i])
      add(magnitude, -1, histogram.negative[i]);
  }
  return distribution;
}

} // namespace qopt::run
