// The version of the dialect that a bytecode file was written with (docs/compatibility.md).
#pragma once

#include "ir/dialect.h"

#include "mlir/Bytecode/BytecodeImplementation.h"

namespace qopt::nn {

/// Counted up where a file of before would be read as another network, or where an operation's
/// attributes lie otherwise in it. Files without a number are of version 1 as well: they are of
/// before it was written. Version 2: `rounds_state` of nn.lstm. Version 3: `fill` and `nan_as_zero`
/// of nn.attention.
constexpr uint64_t bytecodeVersion = 3;

struct BytecodeVersion : mlir::DialectVersion {
  explicit BytecodeVersion(uint64_t number) : number(number) {}
  uint64_t number;
};

/// Returns the version of the bytecode being read, or the version that a writer is asked for; a
/// writer that is asked for none writes bytecodeVersion.
uint64_t versionOf(mlir::DialectBytecodeReader &reader);
uint64_t versionOf(mlir::DialectBytecodeWriter &writer);

/// Bytecode of the dialect says its version, and a newer one is refused.
void addBytecodeVersion(NNDialect &dialect);

} // namespace qopt::nn
