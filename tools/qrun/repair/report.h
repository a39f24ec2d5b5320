// Shows what repairs changed: tables for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/repair/repair.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// `asked`: what of it is said where there was nothing to do.
void printRepairs(const RepairReport &report, const RepairerOptions &asked,
                  llvm::raw_ostream &stream);
/// "results": [{"layer", "error_before", "error_after", "bias_change", "note", "held_channels",
/// "rows", "terms"}], "equalized", "evened" and "smoothed": [{"producer", "readers", "least",
/// "greatest"}], "skipped" and "not_evened": [{"layers", "reason"}], "too_wide": […]
void writeRepairs(llvm::json::OStream &json, const RepairReport &report);

} // namespace qopt::run
