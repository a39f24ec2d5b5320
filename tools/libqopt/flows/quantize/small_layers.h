// Small layers stay float behind the contest where the outputs gain much and time loses little.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

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
