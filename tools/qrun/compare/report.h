// How far two runs' values are apart: a table for people, a chart, JSON for programs.
#pragma once

#include "tools/libqopt/flows/compare/compare.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

void printComparison(const CompareResult &comparison, bool byError, llvm::raw_ostream &stream);
/// SQNR of each value.
void writeComparisonChart(const CompareResult &comparison, const std::string &title, bool byError,
                          llvm::raw_ostream &stream);
/// "values", "unlike", "first_unlike", "only_first", "only_second", "results": [{"value", "types",
/// "shape", "other_shape", "equal", "behind", "max_abs", "sqnr_db", "exact", "cosine", "rmse",
/// "rmse_steps", "differing", "elements", "first", "nans"}]
void writeComparison(llvm::json::OStream &json, const CompareResult &comparison, bool byError);

} // namespace qopt::run
