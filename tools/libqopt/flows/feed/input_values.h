// Looks at samples to tell in a line what would make a long run vain.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

/// Warns where fewer samples are there than --first asks for: `selection` takes of `all`.
void warnOfFirst(Reports &reports, const std::string &path, int64_t first,
                 const SampleSelection &selection, int64_t all);

/// Tells for each of an entry's arguments whether a convolution or matrix product of constant
/// weights reads it first, so that nothing in the network brings it to scale. None does without a
/// module.
std::vector<bool> readByWeights(mlir::ModuleOp module, size_t arguments);

/// Warns, once, where a batch's values lie in other units than the input's mean and std, or have
/// none, from a look at the first few samples. qrun lint-data says more. `raw` becomes `prepared`.
void warnOfUnits(Reports &reports, const std::string &model, const Port &port, bool isReadByWeights,
                 const qrt::Tensor &raw, const qrt::Tensor &prepared, int64_t samples);

} // namespace qopt::run
