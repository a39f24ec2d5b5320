// Which layers cost an integer network most, told by samples alone.
#pragma once

#include "tools/libqopt/flows/quantize/answered_samples.h"

namespace qopt::run {

/// Layers that are left float together, by name.
using LayerGroup = std::vector<std::string>;

/// What is left of the outputs' errors where a group is float.
struct Sensitivity {
  LayerGroup layers;
  double noise; // mean squared error over mean square of an output's numbers, of all outputs added
};

/// Each of `groups` alone is left float, on at most `mostSamples` of the samples that calibrated;
/// those that leave least noise first.
qrt::Expected<std::vector<Sensitivity>>
rankLayers(const Quantizer &quantizer, llvm::ArrayRef<LayerGroup> groups,
           llvm::ArrayRef<std::string> outputNames, int64_t mostSamples = 64);

/// Samples that calibrated, at most `most`, evenly spread, with the float network's answers. A note
/// tells how many do not do `what` for memory.
qrt::Expected<AnsweredSamples> answeredByFloats(const Quantizer &quantizer,
                                                llvm::ArrayRef<std::string> outputNames,
                                                int64_t most, const std::string &what);
/// What the quantizer's network adds to the answers where these layers are float.
qrt::Expected<SampleNoise>
noiseWithFloats(const Quantizer &quantizer, const AnsweredSamples &answered,
                llvm::ArrayRef<std::string> layers, llvm::ArrayRef<std::string> outputNames);

} // namespace qopt::run
