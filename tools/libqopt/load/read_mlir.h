// MLIR's text and bytecode, read so that damaged bytes harm nobody; private to
// libqopt.
#pragma once

#include "tools/libqopt/qopt_mlir.h"

#include "llvm/Support/MemoryBuffer.h"

namespace qopt {

/// A verified module, or a Status that names `name`. Weights in bytecode refer
/// to the buffer, which the module then keeps.
qrt::Expected<Module> readMlir(mlir::MLIRContext &context,
                               std::unique_ptr<llvm::MemoryBuffer> buffer, const std::string &name,
                               Origin origin);

/// Weights stand in bytecode at multiples of this, counted from the buffer's
/// begin; the reader refuses a buffer that lies at less.
constexpr llvm::Align bytecodeAlignment = llvm::Align::Constant<64>();

} // namespace qopt
