// A row of qrun accuracy as command lines.
#pragma once

#include "tools/libqopt/flows/accuracy/variants.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

namespace qopt::run {

/// The network that a row begins with, its calibration and what comes out.
struct RowFiles {
  std::string source, table, output;
};

/// Calibrate, where the row needs ranges, and rewrite.
std::vector<std::string> rowCommands(const Variant &variant, const RowFiles &files,
                                     const QuantizerOptions &steps);

/// "a{b=1 c=2},d" as words of qopt's command line: "--a=b=1 c=2", "--d"; passes that read ranges
/// are given the table, which may be "". One word, --pass-pipeline, for passes that nest.
std::vector<std::string> passWords(llvm::StringRef passes, const std::string &table);

} // namespace qopt::run
