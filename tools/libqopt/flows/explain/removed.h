// Measures what it gains to take away each layer's own error in turn: a run of the samples for
// each.
#pragma once

#include "tools/libqopt/flows/explain/explain_flow.h"

namespace qopt::run {

/// Fills in `removal` of each layer of the first output's: the part of its squared error that is
/// gone.
qrt::Status removeInTurn(const Loaded &floats, const Loaded &quantized,
                         const ExplainSettings &settings, ExplainResult &result);

} // namespace qopt::run
