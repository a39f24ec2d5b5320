// Writes what a quantized network loses by: tables for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/explain/explain.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// Prints `top` layers, flips and mends of each output, the worst output first.
void printExplanation(const ExplainResult &result, int64_t top, llvm::raw_ostream &stream);

/// "samples", "unexplained", "results": [{"output", "sqnr_db", "classes", "flips", "rest",
/// "layers": [{"layer", "operation", "value", "type", "has_weights", "macs_percent", "gone",
/// "alone", "share", "flip_share", "as_float", "removal", "blamed", "causes": {…}}], "flipped":
/// [{"sample", "from", "to", "layer", "part"}], "mends": [{"layer", "mend", "gain_db",
/// "cost_percent", "remedy"}]}]
void writeExplanation(llvm::json::OStream &json, const ExplainResult &result);

} // namespace qopt::run
