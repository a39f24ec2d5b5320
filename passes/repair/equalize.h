// Cross-layer equalization (Nagel et al. 2019): weights before and after a value of equal ranges.
#pragma once

#include "passes/repair/rescale.h"
#include "passes/repair/rescaled_link.h"

namespace qopt {

/// Rescales each value between two layers, with no other reader, until the largest weights that
/// make a channel and those that read it are alike; chains are gone through until they settle.
/// Activations' ranges may grow: it is for what has wide weights.
std::vector<RescaledLink> equalizeLayers(const LayerSet &layers, FreshNames &names);

} // namespace qopt
