// Error taps tell how far layers are off where one value that they read is rounded: `auto` chooses
// by this.
#pragma once

#include "ir/types/quant_params.h"
#include "passes/calibrate/taps.h"

#include "llvm/ADT/SmallVector.h"

namespace qopt {

/// A result that was added: a mean square for each sample, or for the run.
struct ErrorTap {
  std::string key; // of the value that is rounded
  /// The parameters tried have this index; without one the tap tells the reader's own mean square,
  /// which errors are measured in.
  std::optional<size_t> candidate;
  size_t reader = 0; // of the value's
  /// The error is of what the parameters cut off alone: the value is not rounded.
  bool clipped = false;
  bool perSample = false;
};

/// The value's own error is measured: no operation computes on its quantized values, or an output
/// or a float layer reads it too.
bool countsItself(mlir::Value value);
/// Returns whether a function of one value reads the value; such a function may be flat where the
/// value is large.
bool isReadByFunction(mlir::Value value);

struct ErrorCandidate {
  nn::QuantParams params;
  bool tapsClipping = false; // what the parameters cut off is wanted alone, too
};
using ErrorCandidates = llvm::StringMap<llvm::SmallVector<ErrorCandidate, 4>>;

/// Taps, for each value named and each of its candidates, the mean squared difference of every
/// operation that reads it as an activation, computed in float on the rounded value, from itself,
/// and on the value that is cut off alone; of a value that none reads, its own, and that of an
/// output, or of what a float layer reads too. Exact copies, as pools, do not count as readers, but
/// what reads them. Where `function` is a part of a network, the whole says of which values the own
/// error is measured, and only the part that makes such a value measures it. A reader of more than
/// some `mostValues` elements of a sample is measured at places of a grid where that can be
/// (readerAtPlaces).
std::vector<ErrorTap>
tapErrors(mlir::func::FuncOp function, const ErrorCandidates &candidates, int64_t mostValues,
          llvm::function_ref<bool(mlir::Value)> isMeasuredItself = countsItself);

} // namespace qopt
