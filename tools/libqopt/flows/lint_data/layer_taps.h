// Measures inside the network: ranges by sample, dead channels, values that are no numbers.
#pragma once

#include "passes/calibrate/taps.h"
#include "tools/libqopt/calibrate/demands.h"
#include "tools/libqopt/flows/lint_data/dead_channels.h"
#include "tools/libqopt/flows/lint_data/moving_ranges.h"

#include "runtime/numerics/types/tensor.h"

#include <vector>

namespace qopt::lint {

/// Adds an nn.extremes by channel of each result of a bound, as relu or clip; their keys.
std::vector<std::string> tapActivations(mlir::func::FuncOp entry);

/// Results of the taps, batch by batch.
class LayerTaps {
public:
  /// Adds them to the entry, behind its own results.
  static LayerTaps addTo(mlir::func::FuncOp entry);
  /// Begins to measure; there are `total` samples in all.
  void begin(int64_t total);

  struct Batch {
    std::span<const qrt::Tensor> results; // the model's, taps at the end
    int64_t first, samples, rows;         // rows: with those that fill up
    const std::vector<bool> &sound;       // of each sample: its inputs were finite
  };
  void add(const Batch &batch, const Place &place);

  /// Tells whether calibration ends at an infinity of this value; elsewhere, as in a mask before a
  /// softmax, one may be meant.
  bool mustBeFinite(const std::string &key) const { return demands.finite.contains(key); }

  /// "non-finite", "dead-channels", "range-moving".
  Findings check(const Place &place) const;

private:
  void addExtremes(size_t tap, const qrt::Tensor &rows, const Batch &batch,
                   std::vector<bool> &sound, const Place &place);

  Demands demands;
  std::vector<Tap> extremes;
  std::vector<RangeGrowth> growth; // of each
  std::vector<std::string> activations;
  std::vector<ChannelExtremes> channels; // of each
  Findings notFinite;
  int64_t samples = 0;
};

} // namespace qopt::lint
