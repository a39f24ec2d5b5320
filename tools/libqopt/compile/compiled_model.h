// What compiled models share; private to libqopt.
#pragma once

#include "ir/bind_sizes.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Evaluates a copy of the module.
std::unique_ptr<CompiledModel> makeReferenceModel(mlir::ModuleOp module, Ports ports);

/// The symbols' values at which the ports have the inputs' shapes.
qrt::Expected<nn::SizeBindings> sizesOf(const std::vector<Port> &ports,
                                        std::span<const qrt::Tensor> inputs);

/// Fails, naming the sizes, where several stay open.
qrt::Status checkServesAnyBatch(mlir::ModuleOp module, const std::vector<Port> &inputs);

} // namespace qopt
