// Graph → program: composites taken apart, layouts, fusion into regions, one call per region, the
// memory plan, and for devices with kernels their sources.
#pragma once

#include "lowering/select/tuning.h"
#include "runtime/format/device_description.h"
#include "runtime/format/program.h"
#include "runtime/format/weight_place.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <memory>

namespace qopt {

/// Compiles the module's entry for `device`. Diagnoses what it cannot compile
/// by the layer's name; `unsupported` (exit 3) then tells it from an error. What `tuning` says of a
/// call overrides heuristics, a remark says where it cannot. `order`: what float sums may be made
/// of. The same module, device, tuning and order give the same program. `weights`: where the
/// entry's constants lie in it, and which may be changed there.
mlir::FailureOr<std::shared_ptr<const qrt::Program>>
lowerModule(mlir::ModuleOp module, const qrt::DeviceDescription &device,
            bool *unsupported = nullptr, const Tuning *tuning = nullptr,
            qrt::FloatOrder order = qrt::FloatOrder::Fast,
            std::vector<qrt::WeightPlace> *weights = nullptr);

/// The same as far as calls: no kernel is chosen, no memory is planned.
mlir::FailureOr<qrt::Program>
lowerToCalls(mlir::ModuleOp module, const qrt::DeviceDescription &device,
             bool *unsupported = nullptr, qrt::FloatOrder order = qrt::FloatOrder::Fast);

/// One program serves every size of the batch: nn::servesAnyBatch says so, and nothing needs
/// samples in an order that no program has (lowering/fuse/samples_apart.h). Else sizes are bound
/// first.
bool oneProgramServes(mlir::ModuleOp module);

} // namespace qopt
