// All that a page shows of a network, as it was gathered.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/report/drawing/network.h"
#include "tools/libqopt/report/measure/layer_errors.h"
#include "tools/libqopt/report/measure/measured_times.h"
#include "tools/libqopt/report/measure/weights.h"

namespace qopt::run {

/// Rows of cells, the first a header, that are shown as they are.
struct ShownTable {
  std::string title;
  std::vector<std::vector<std::string>> rows;
};

/// Fields of what was not measured are absent.
struct PageFacts {
  std::string title, version;
  std::string floatName, quantizedName; // "" where no quantized network is there
  std::string device;
  drawing::DrawnNetwork network; // the quantized one where it is there
  std::map<std::string, WeightFacts> weights;
  std::optional<MeasuredLayers> measured;
  std::optional<MeasuredTimes> times;
  std::map<std::string, std::string> whyFloat; // by layer
  std::string planned;                         // whose rules `whyFloat` are: "profile qopt"
  std::optional<Calibration> calibration;
  std::optional<JudgedHow> how;
  std::optional<JudgedNetwork> floats, quantized;
  std::vector<ShownTable> tables;
  std::vector<std::string> commands;
};

/// Returns what was measured of a layer by the key of its first result; null: nothing.
const MeasuredValue *measuredOf(const PageFacts &facts, const drawing::LayerFacts &layer);
/// Null where no node of the program has its name: it runs as a part of another layer.
const LayerTime *timeOf(const PageFacts &facts, const drawing::LayerFacts &layer);
/// Returns the distribution by a calibration's range and histograms, which a page draws where no
/// samples were at hand; empty where the table has none of this key.
Distribution calibratedDistribution(const Calibration &calibration, const std::string &key);

} // namespace qopt::run
