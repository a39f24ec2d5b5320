// Weights on the grid that --insert-quant will choose for them, so that the layer's result changes
// least (GPTQ: Frantar et al. 2022), and the bias that takes the mean of the change back.
#pragma once

#include "passes/repair/moments.h"

namespace qopt {

struct RoundingOptions {
  unsigned bits = 8;
  bool rounds = true;       // else weights are as they were, and to the nearest in what is told
  bool correctsBias = true; // so that a constant error of a result is none
};

/// What became of a layer.
struct RoundedLayer {
  qrt::Tensor weights;            // f32; all steps of weightScale(absmax of the channel)
  std::vector<double> correction; // of each output: Σ (w − ŵ)·E[x]
  /// Mean squared errors of an output: of the nearest steps, and of these with the bias corrected
  /// if it is.
  double errorBefore = 0, errorAfter = 0;
  /// Channels whose largest weight would have moved; it stays, as it makes the grid.
  int64_t heldChannels = 0;
};

RoundedLayer roundLayer(const SeedLayer &layer, const qrt::Tensor &weights,
                        const std::vector<Moments> &moments, const RoundingOptions &options);

} // namespace qopt
