// Measures the time of each layer of a network on a device, on the first samples of a set.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/times/layer_times.h"

namespace qopt::run {

struct MeasuredTimes {
  LayerTimes layers;
  double run = 0; // seconds, the median of runs that nobody looks into, in turn with those
  int64_t batch = 1, runs = 0;
};

/// Nothing where the device gives no times of layers, as the reference.
qrt::Expected<std::optional<MeasuredTimes>>
measureTimes(const Loaded &model, const SampleOptions &samples, const std::string &device,
             const CompileSettings &compile, int64_t runs);

} // namespace qopt::run
