// SmoothQuant (Xiao et al. 2022): what is hard to quantize moves from activations into weights.
#pragma once

#include "passes/repair/equalize.h"

#include "llvm/ADT/DenseMap.h"

namespace qopt {

/// Each channel of a value has the largest magnitude that samples showed.
using ChannelMagnitudes = std::vector<float>;

/// Divides channel c of what layers read by max|x|^alpha / max|w|^(1 − alpha), where a layer norm,
/// an RMS norm or a layer makes it. Where a norm's result has other readers too, as in a
/// transformer that normalizes behind its sums, layers read a product of it, in which no channel
/// gets larger: of these factors in units of their median those beyond 1 count, since a channel
/// that these samples leave small may be large in others.
SmoothedLayers smoothLayers(const LayerSet &layers,
                            const llvm::DenseMap<mlir::Value, ChannelMagnitudes> &magnitudes,
                            double alpha, FreshNames &names);

} // namespace qopt
