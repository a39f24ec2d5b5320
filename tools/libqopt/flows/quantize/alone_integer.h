// Measures the noise of single layers, each integer in a network that is float beyond it.
#pragma once

#include "tools/libqopt/flows/contest/deadline.h"
#include "tools/libqopt/flows/quantize/answered_samples.h"

namespace qopt::run {

/// Returns the noise of the quantizer's network where of all layers with weights one of `layers`
/// alone is integer, for each of them, on at most `mostSamples` of the samples that calibrated.
/// If time ends before all are measured, the result is shorter: it has the first of them.
qrt::Expected<std::vector<SampleNoise>>
noiseOfEachAlone(const Quantizer &quantizer, llvm::ArrayRef<std::string> layers,
                 llvm::ArrayRef<std::string> outputNames, int64_t mostSamples,
                 const Deadline &deadline);

} // namespace qopt::run
