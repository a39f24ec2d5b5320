// Weights on the grid that whoever stores them will choose for them, so that the layer's result
// changes least (greedy_steps.h), and the bias that takes the mean of the change back.
#pragma once

#include "passes/repair/moments.h"

namespace qopt {

struct RoundingOptions {
  unsigned bits = 8;
  bool rounds = true;       // else weights are as they were, and to the nearest in what is told
  bool correctsBias = true; // so that a constant error of a result is none
  int64_t group = 0;        // weights of a channel that share a scale; 0: all of them
  /// Scales are chosen, too, and greedy steps are improved: what few steps need.
  bool fits = false;
};

/// Rounding gives this for a layer.
struct RoundedLayer {
  qrt::Tensor weights;            // f32; all steps of weightScale(absmax of the channel or group)
  std::vector<double> correction; // of each output: w·E[f] − ŵ·E[x], f being what was wanted
  /// Mean squared errors of an output: of the nearest steps, and of these with the bias corrected
  /// if it is.
  double errorBefore = 0, errorAfter = 0;
  /// Channels whose largest weight would have moved; it stays, as it makes the grid.
  int64_t heldChannels = 0;
};

RoundedLayer roundLayer(const SeedLayer &layer, const qrt::Tensor &weights,
                        const std::vector<Moments> &moments, const RoundingOptions &options);

} // namespace qopt
