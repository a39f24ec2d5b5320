// What of samples is told in a line before a long run is in vain.
#pragma once

#include "tools/io/samples/samples.h"
#include "tools/qrun/feed/model.h"

namespace qopt::run {

/// Files in the folder that are no samples, and pictures that EXIF says are turned; once for each
/// set.
void warnOfFiles(const io::DataFiles &data);
/// That fewer samples are there than --first asks for: `selection` takes of those in files.
void warnOfFirst(const std::string &path, int64_t first, const io::SampleSelection &selection,
                 llvm::ArrayRef<io::FileCount> counts);

/// Of an entry's so many arguments, those that a convolution or matrix product of constant weights
/// reads first, so that nothing in the network brings them to scale. None, without a module.
std::vector<bool> readByWeights(mlir::ModuleOp module, size_t arguments);

/// Whether a batch's values lie in other units than the input's mean and std, or have none; a look
/// at the first few samples, told once. qrun lint-data says more. `raw` becomes `prepared`.
void warnOfUnits(const std::string &model, const Port &port, bool isReadByWeights,
                 const qrt::Tensor &raw, const qrt::Tensor &prepared, int64_t samples);

} // namespace qopt::run
