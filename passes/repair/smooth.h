// SmoothQuant (Xiao et al. 2022): what is hard to quantize moves from activations into weights.
#pragma once

#include "passes/repair/equalize.h"

#include "llvm/ADT/DenseMap.h"

namespace qopt {

/// Of channels of a value, the largest magnitude that samples showed.
using ChannelMagnitudes = std::vector<float>;

/// Divides channel c of what layers read by max|x|^alpha / max|w|^(1 − alpha), where a layer norm,
/// an RMS norm or a layer makes it.
SmoothedLayers smoothLayers(const LayerSet &layers,
                            const llvm::DenseMap<mlir::Value, ChannelMagnitudes> &magnitudes,
                            double alpha, FreshNames &names);

} // namespace qopt
