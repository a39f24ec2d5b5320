// What compiled models share; private to libqopt.
#pragma once

#include "ir/bind_sizes.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Evaluates a copy of the module.
std::unique_ptr<CompiledModel> makeReferenceModel(mlir::ModuleOp module, Ports ports);

/// Fails, naming the sizes, where several stay open.
qrt::Status checkServesAnyBatch(mlir::ModuleOp module, const std::vector<Port> &inputs);

} // namespace qopt
