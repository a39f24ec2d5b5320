// Samples that hold what is no number are findings, and must not spoil what is measured of others.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/lint_data/layer_taps.h"

namespace qopt::run {

/// Returns which of a batch's own samples are all numbers; the others get a line in `findings`.
/// Their rows of the batch's inputs become copies of a sound one, if there is one, which no extreme
/// notices.
std::vector<bool> replaceUnsound(Feeder::Batch &batch, llvm::ArrayRef<Port> inputs,
                                 const lint::LayerTaps &taps, const lint::Place &place,
                                 lint::Findings &findings);

} // namespace qopt::run
