// Prints and writes what is wrong with samples: lines for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/lint_data/finding.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// A line each, errors first, at most `most` of a name; then the count.
void printFindings(const lint::Report &report, llvm::raw_ostream &stream, int64_t most = 20);
/// "model", "data", "batch_norm", "samples", "errors", "warnings", "findings": [{"severity",
/// "name", "tensor", "sample", "what", "remedy"}], all of them.
void writeFindings(llvm::json::OStream &json, const lint::Report &report);

} // namespace qopt::run
