// A CompiledModel whose sizes are bound at run time; private to libqopt.
#pragma once

#include "runtime/core/weight_store.h"
#include "tools/libqopt/qopt_mlir.h"

namespace qopt {

/// Compiles a module whose sizes are bound.
using CompileBound =
    std::function<qrt::Expected<std::unique_ptr<CompiledModel>>(mlir::ModuleOp module)>;

using OnSizes = std::function<void(const std::string &sizes, double seconds)>;

/// One program for each shape that comes, of which the most recent stay. The batch stays open in
/// them where the network allows it. `device` is what programs are loaded on, `weights` what they
/// share; `onSizes` is CompileOptions'.
std::unique_ptr<CompiledModel> makeShapedModel(mlir::ModuleOp module, Ports ports,
                                               std::shared_ptr<qrt::Device> device,
                                               CompileBound compile, OnSizes onSizes,
                                               std::shared_ptr<const qrt::WeightStore> weights);

/// Binds the entry's sizes as `shapes` say.
qrt::Status bindShapes(mlir::ModuleOp module, const std::vector<LoadOptions::Shape> &shapes);

} // namespace qopt
