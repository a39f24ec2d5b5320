// The reference as a CompiledModel; private to libqopt.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Evaluates a copy of the module; ports are set by the caller.
std::unique_ptr<CompiledModel> makeReferenceModel(mlir::ModuleOp module, bool observe);

} // namespace qopt
