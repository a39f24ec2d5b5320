// The sum over a bytecode file, which its producer's name ends with (docs/compatibility.md).
#pragma once

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace qopt {

/// The module as bytecode of that producer, with a sum over all of its bytes.
mlir::LogicalResult writeSummed(mlir::ModuleOp module, llvm::StringRef producer,
                                std::string &bytecode);

/// Tells whether the bytes are those that were written. Bytecode without a sum counts as such:
/// earlier versions and other tools write none.
bool isAsWritten(llvm::StringRef bytecode);

} // namespace qopt
