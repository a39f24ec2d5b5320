// Turns what a search measured into its result.
#pragma once

#include "tools/libqopt/flows/search/candidates.h"
#include "tools/libqopt/flows/search/errors/layer_errors.h"
#include "tools/libqopt/flows/search/trials.h"

namespace qopt::run {

/// Returns the layers with weights and what was measured of them. `errors`: null where nothing was
/// searched. `chosen`: of the chosen network; of none it has no types.
std::vector<SearchedLayer> searchedLayers(const Candidates &candidates, const LayerErrors *errors,
                                          const LayerTypes &chosen);
/// Notes the strongest pairs, and how well predictions held.
void tellPredictions(const LayerErrors &errors, llvm::ArrayRef<TriedNetwork> trials,
                     SearchResult &result);
/// Returns the summaries of all trials, which have them no longer; mixed ones name their layers.
std::vector<SearchedNetwork> summariesOf(std::vector<TriedNetwork> &trials);

} // namespace qopt::run
