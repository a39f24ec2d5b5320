// What of samples is told in a line before a long run is in vain.
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

/// That fewer samples are there than --first asks for: `selection` takes of `all`.
void warnOfFirst(Reports &reports, const std::string &path, int64_t first,
                 const SampleSelection &selection, int64_t all);

/// Of an entry's so many arguments, those that a convolution or matrix product of constant weights
/// reads first, so that nothing in the network brings them to scale. None, without a module.
std::vector<bool> readByWeights(mlir::ModuleOp module, size_t arguments);

/// Whether a batch's values lie in other units than the input's mean and std, or have none; a look
/// at the first few samples, told once. qrun lint-data says more. `raw` becomes `prepared`.
void warnOfUnits(Reports &reports, const std::string &model, const Port &port, bool isReadByWeights,
                 const qrt::Tensor &raw, const qrt::Tensor &prepared, int64_t samples);

} // namespace qopt::run
