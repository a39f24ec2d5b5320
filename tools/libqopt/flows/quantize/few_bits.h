// These functions choose which layers have 8 bits beside others of few: their weights tell which,
// and the outputs may ask for more of them.
#pragma once

#include "tools/libqopt/flows/quantize/answered_samples.h"

namespace qopt::run {

/// Names the layers of 8 bits where few bits are asked for and nobody said which (wide_layers.h). A
/// note tells how many bits a weight has; layers that stay float take no part.
void nameWideLayers(const Loaded &network, QuantizerOptions &options);

/// Names a larger share of layers where nobody said which, and where the repaired weights alone,
/// beside float activations, leave the worst output less than 25 dB on at most 64 of the samples
/// that calibrate. These samples have told how to round, so that it looks better than it is.
/// Returns true where weights are to be repaired anew; a note says why.
qrt::Expected<bool> widenFewBits(Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames);

} // namespace qopt::run
