// Which layers cost an integer network most, told by samples alone, and which of them stay float.
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

/// Which layers with weights stay float beside the quantizer's settled and calibrated recipe, by at
/// most 64 of the samples that calibrated: those whose quantization leaves most noise in the
/// outputs, as far as they take no more than `mostMacs` percent of the multiply-adds together, and
/// of these the fewest that do as well, of all, a half and a quarter. None where the worst output
/// has 30 dB, where fewer than 32 samples tell, and where the gain is less than 1 dB or may be
/// chance: neither PairedGain::chance nor a sign test over samples is below 5 %. The network's
/// ranges and repairs saw these samples, with float layers and without, so that both look better
/// than they are.
qrt::Expected<FloatChoice> chooseSmallLayers(const Quantizer &quantizer, double mostMacs,
                                             llvm::ArrayRef<std::string> outputNames);

/// "3 small layers stay float, 1.4 % of all multiply-adds: 18.1 dB for 15.7 on 64 samples that
/// calibrate", or why those that were tried do not; empty where none was tried.
std::string noteOf(const FloatChoice &choice);

} // namespace qopt::run
