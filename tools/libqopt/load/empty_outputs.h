// Sizes of 0 that leave a network nothing to compute.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include "llvm/ADT/ArrayRef.h"

namespace qopt {

/// A size of 0 may be meant, as of a past without tokens; where no output has an element left it is
/// a mistake.
qrt::Status checkOutputsLeft(mlir::ModuleOp module, llvm::ArrayRef<LoadOptions::Shape> shapes);

/// Checks likewise the sizes of inputs that a file of another format states.
qrt::Status checkInputsLeft(mlir::ModuleOp module);

} // namespace qopt
