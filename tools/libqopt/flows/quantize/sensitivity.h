// Which layers cost an integer network most, told by samples alone.
#pragma once

#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

/// Layers that are left float together, by name.
using LayerGroup = std::vector<std::string>;

/// What is left of the outputs' errors where a group is float.
struct Sensitivity {
  LayerGroup layers;
  double noise; // mean squared error over mean square of an output's numbers, of all outputs added
};

/// Each of `groups` alone is left float, on at most 64 of the samples that calibrated; those that
/// leave least noise first.
qrt::Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                                   llvm::ArrayRef<LayerGroup> groups,
                                                   llvm::ArrayRef<std::string> outputNames);

} // namespace qopt::run
