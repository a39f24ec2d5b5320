// Measures how far a network's values are from the float network's, layer by layer, on samples.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/report/measure/distribution.h"

#include <map>

namespace qopt::run {

/// One value of the network, on all samples that were measured.
struct MeasuredValue {
  std::optional<Difference> difference; // none where the float network alone was measured, or the
                                        // two have other shapes
  double scale = 0;                     // of the steps; 0: it is float
  /// The float network's elements, 0 where they were not counted, and those that lie more than half
  /// a step outside of what steps stand for.
  int64_t elements = 0, clipped = 0;
  std::string behind; // the bound that both are judged behind (following_bounds.h)
  Distribution distribution;

  /// 0 to 1; none of what is float, or was not counted.
  std::optional<double> clippedShare() const {
    return scale > 0 && elements > 0 ? std::optional(double(clipped) / double(elements))
                                     : std::nullopt;
  }
};

struct MeasuredLayers {
  std::map<std::string, MeasuredValue> values; // by key
  int64_t samples = 0;
};

struct MeasureOptions {
  SampleOptions samples; // all of those that are selected
  std::string device = "host";
  CompileSettings compile;
};

/// Measures values by their keys, from runs in which every value is an output. If `integers` is
/// null the result has the float network's distributions alone.
qrt::Expected<MeasuredLayers> measureLayers(const Loaded &floats, const Loaded *integers,
                                            const MeasureOptions &options);

} // namespace qopt::run
