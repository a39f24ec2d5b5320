// Which layers cost an integer network most, told by samples alone.
#pragma once

#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

/// What is left of the outputs' errors where one layer is float.
struct Sensitivity {
  std::string layer;
  double noise; // mean squared error over mean square of an output's numbers, of all outputs added
};

/// Each of `layers` alone is left float, on at most 64 of the samples that calibrated; those that
/// leave least noise first.
qrt::Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                                   llvm::ArrayRef<std::string> layers,
                                                   llvm::ArrayRef<std::string> outputNames);

} // namespace qopt::run
