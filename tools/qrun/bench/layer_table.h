// Times of layers as a table.
#pragma once

#include "tools/libqopt/flows/times/layer_times.h"

#include "llvm/Support/raw_ostream.h"

namespace qopt::run {

/// The slowest first; `whole` is the median of runs that nobody looked into.
void printLayerTimes(const LayerTimes &times, double whole, llvm::raw_ostream &stream);

} // namespace qopt::run
