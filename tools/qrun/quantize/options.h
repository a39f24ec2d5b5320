// quantize and accuracy share these options, and the files of their steps.
#pragma once

#include "tools/libqopt/flows/quantize/quantizer.h"

namespace CLI {
class App;
}

namespace qopt::run {

void addQuantizerOptions(CLI::App &command, QuantizerOptions &steps, EvaluationOptions &test);
/// Parts the samples (partSamples). Fails where there are no such files: judging alone may take
/// long before others are asked for.
qrt::Status splitSamples(QuantizerOptions &steps, EvaluationOptions &test);
/// Writes what was made on the way to the quantizer's stepFiles().
qrt::Status writeSteps(const Quantizer &quantizer);

} // namespace qopt::run
