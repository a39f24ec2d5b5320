// What repairs changed: tables for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/repair/repair.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// `equalizes`: that was asked for, be there something to equalize or not.
void printRepairs(const RepairReport &report, bool equalizes, llvm::raw_ostream &stream);
/// "results": [{"layer", "error_before", "error_after", "bias_change", "note", "held_channels",
/// "rows", "terms"}], "equalized" and "smoothed": [{"producer", "readers", "least", "greatest"}],
/// "skipped": [{"layers", "reason"}], "too_wide": […]
void writeRepairs(llvm::json::OStream &json, const RepairReport &report);

} // namespace qopt::run
