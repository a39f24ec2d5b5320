// Channels of what depthwise convolutions read: a range for each, though the tensor has one scale.
#pragma once

#include "passes/repair/smooth.h"

namespace qopt {

/// Values that depthwise convolutions of the set alone read, in the order of computation.
std::vector<mlir::Value> depthwiseInputs(const LayerSet &layers);
/// One of them can be evened: layers of the set make its channels, and factors reach them, or only
/// functions of a few instructions stand between, behind which a product can be.
bool canEvenChannels(const LayerSet &layers);

/// Divides the channels of such a value so that each fills half of the range of its largest one, or
/// what it filled before where that is more: the weights that make a channel and those that read it
/// have scales of their own, which take up the factor. No channel grows by more than 256, beyond
/// which a common scale would leave nothing of it; one that is never there stays. Behind functions
/// that no factor goes through, a product called `NAME_evened` divides the channels, where one of
/// them gains a bit by it. `magnitudes` become those of what comes out.
SmoothedLayers evenChannels(const LayerSet &layers,
                            llvm::DenseMap<mlir::Value, ChannelMagnitudes> &magnitudes,
                            FreshNames &names);

} // namespace qopt
