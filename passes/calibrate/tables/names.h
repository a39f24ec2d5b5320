// The names of other tools' tables in a module, and back.
#pragma once

#include "passes/calibrate/tables/table.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace qopt {

/// The table by keys. Names that no value of the function answers to are left out, with a warning;
/// an error where all are. Weights whose magnitudes are not the function's are warned of.
qrt::Status namesToKeys(Table &table, Naming naming, mlir::func::FuncOp function);
/// The reverse, with the magnitudes of the function's weights.
qrt::Status keysToNames(Table &table, Naming naming, mlir::func::FuncOp function);

} // namespace qopt
