// Channels of what depthwise convolutions read: a range for each, though the tensor has one scale.
#pragma once

#include "passes/repair/smooth.h"

namespace qopt {

/// Values that depthwise convolutions of the set alone read, in the order of computation.
std::vector<mlir::Value> depthwiseInputs(const LayerSet &layers);
/// One of them can be evened: layers of the set make its channels, and factors reach them.
bool canEvenChannels(const LayerSet &layers);

/// Divides the channels of such a value so that all have its largest magnitude: the weights that
/// make a channel and those that read it have scales of their own, which take up the factor. A
/// channel counts as no smaller than 1/256 of the largest, of which a common scale would leave
/// nothing; one that is never there stays. `magnitudes` become those of what comes out.
SmoothedLayers evenChannels(const LayerSet &layers,
                            llvm::DenseMap<mlir::Value, ChannelMagnitudes> &magnitudes,
                            FreshNames &names);

} // namespace qopt
