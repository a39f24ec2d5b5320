// This file imports again with sizes that a file leaves open and a layer takes as one number.
#pragma once

#include "importers/common/graph/graph_importer.h"

namespace qopt {

/// Calls `once`, which imports with the sizes that it is given and appends those that layers force
/// beyond them, anew as long as that leads to further sizes: diagnostics of imports that are begun
/// anew are not told. A remark names each size that was forced.
mlir::OwningOpRef<mlir::ModuleOp> importForcing(
    mlir::MLIRContext *context, const std::string &path,
    llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(std::vector<ForcedSize> &forced)> once);

} // namespace qopt
