// Which layers of a network a repair works on.
#pragma once

#include "passes/repair/rescale.h"
#include "tools/libqopt/repairer.h"

namespace qopt {

/// Those that the options name, or all. Fails where the network is quantized, where a batch norm is
/// not folded, and for a name that no layer with constant float weights has.
qrt::Expected<LayerSet> repairableLayers(mlir::func::FuncOp entry, const RepairerOptions &options);

} // namespace qopt
