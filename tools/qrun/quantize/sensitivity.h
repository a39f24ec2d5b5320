// Which layers cost an integer network most, told by samples alone.
#pragma once

#include "tools/qrun/quantize/quantizer.h"

namespace qopt::run {

/// What is left of an output's error where one layer is float.
struct Sensitivity {
  std::string layer;
  double noise; // mean squared error over mean square, of the output's numbers
};

/// Each layer alone is left float, on at most 64 of the samples that calibrated; those that leave
/// least noise first.
qrt::Expected<std::vector<Sensitivity>> rankLayers(const Quantizer &quantizer,
                                                   const std::string &outputName);

} // namespace qopt::run
