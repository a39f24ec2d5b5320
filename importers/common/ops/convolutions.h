// Convolutions over images of any rank, made of operations on at most two dimensions.
#pragma once

#include "importers/common/graph/layer_binder.h"
#include "importers/common/ops/windows.h"

namespace qopt {

/// A convolution of 1, 2 or 3 image dimensions, under the part's name (none: the layer's own).
/// Depth lies among the channels of a 2-D one: docs/decisions/ir/window-ranks.md.
Value convolve(LayerBinder &b, llvm::StringRef name, Value x, Value weights, Value bias,
               const ImageWindow &window, int64_t groups);

/// A transposed convolution: its window, and how much larger the result is than the window says, by
/// dimension (less than 0: smaller at its end).
struct Transposition {
  ImageWindow window;
  Ints extra;
  int64_t groups = 1;
};
/// ONNX's ConvTranspose: weights are [C, M / groups, kernel…]. One convolution of stride 1 computes
/// all phases of the result as channels, which are then woven together.
Value convolveTransposed(LayerBinder &b, Value x, Value weights, Value bias,
                         const Transposition &transposition);

/// Input `index`, which steps of the layer will change: a constant is the layer's own copy, which
/// LayerBinder::evaluated takes.
void reshapable(LayerBinder &b, unsigned index, Value &value);

} // namespace qopt
