// Shows how far two runs' values are apart: a table for people, a chart, JSON for programs.
#pragma once

#include "tools/libqopt/flows/compare/compare.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// Prints the comparison; `rows` are its values in the order that they shall stand in.
void printComparison(const CompareResult &comparison, llvm::ArrayRef<ComparedValue> rows,
                     llvm::raw_ostream &stream);
/// Shows the SQNR of each value, a bar for each row.
void writeComparisonChart(llvm::ArrayRef<ComparedValue> rows, const std::string &title,
                          llvm::raw_ostream &stream);
/// "values", "unlike", "first_unlike", "only_first", "only_second", "results": [{"value", "types",
/// "shape", "other_shape", "equal", "behind", "max_abs", "sqnr_db", "exact", "cosine", "rmse",
/// "rmse_steps", "differing", "elements", "first", "nans"}]
void writeComparison(llvm::json::OStream &json, const CompareResult &comparison,
                     llvm::ArrayRef<ComparedValue> rows);

} // namespace qopt::run
