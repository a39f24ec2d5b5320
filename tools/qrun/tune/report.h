// Shows what a tuning found: lines for people, JSON for programs.
#pragma once

#include "tools/libqopt/flows/tune/tune.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

void printTuning(const TuneResult &result, llvm::raw_ostream &stream);
/// "measured", "known", "remaining" (configurations), "results": [{"batch" (null where it is the
/// network's own), "layers", "improved", "seconds_before", "seconds_after", "changes": [{"layers",
/// "seconds_before", "seconds_after", "from", "to"}]}], "refusals": [{"why", "count"}], "failures":
/// [{"why", "places"}]
void writeTuning(llvm::json::OStream &json, const TuneResult &result);

} // namespace qopt::run
