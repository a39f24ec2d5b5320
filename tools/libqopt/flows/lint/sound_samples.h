// Samples that hold what is no number are findings, and must not spoil what is measured of others.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/lint_data/layer_taps.h"

namespace qopt::run {

/// Which of a batch's own samples are all numbers; of those that are not `findings` get a line.
/// Their rows of the batch's inputs become copies of one that is sound, which no extreme notices,
/// where there is one.
std::vector<bool> replaceUnsound(Feeder::Batch &batch, llvm::ArrayRef<Port> inputs,
                                 const lint::LayerTaps &taps, const lint::Place &place,
                                 lint::Findings &findings);

} // namespace qopt::run
