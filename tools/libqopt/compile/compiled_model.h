// Functions that compiled models share; private to libqopt.
#pragma once

#include "ir/bind_sizes.h"
#include "runtime/format/weight_place.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Evaluates a copy of the module.
std::unique_ptr<CompiledModel> makeReferenceModel(mlir::ModuleOp module, Ports ports);

/// Compiles as compile (qopt_mlir.h) does, and tells where the entry's constants lie in the
/// program.
qrt::Expected<std::shared_ptr<const qrt::Program>>
compileTelling(mlir::ModuleOp module, const qrt::DeviceDescription &device, const Tuning *tuning,
               qrt::FloatOrder order, std::vector<qrt::WeightPlace> *weights);

/// Fails, naming the sizes, where several stay open.
qrt::Status checkServesAnyBatch(mlir::ModuleOp module, const std::vector<Port> &inputs);

} // namespace qopt
