// The version of the dialect that a bytecode file was written with (docs/compatibility.md).
#pragma once

#include "ir/dialect.h"

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace qopt::nn {

/// Counted up where a file of before would be read as another network. Files without a number are
/// of version 1 as well: they are of before it was written.
constexpr uint64_t bytecodeVersion = 1;

struct BytecodeVersion : mlir::DialectVersion {
  explicit BytecodeVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// Bytecode of the dialect says its version, and a newer one is refused.
void addBytecodeVersion(NNDialect &dialect);

} // namespace qopt::nn
