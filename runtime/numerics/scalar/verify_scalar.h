// What a scalar program must satisfy before loops or kernels rely on it.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"
#include "runtime/numerics/types/status.h"

#include <optional>
#include <span>

namespace qrt {

/// A tensor that a program loads from.
struct IndexedTensor {
  ElementType type;
  std::vector<ValueBound> sizes; // what each coordinate stays below
};

/// Where a scalar program stands.
struct ScalarContext {
  std::optional<ElementType> accumulator;     // of the anchor; none: elementwise
  bool countsPositions = false;               // a pool: Count inputs exist
  std::vector<ElementType> tensors, channels; // storage of the operands
  std::vector<bool> finiteChannels;           // which channel vectors hold no NaN and no Inf
  ElementType output = ElementType::F32;      // of the written buffer
  std::optional<ElementType> extremeOf;       // the accumulator is one of values stored so
  std::vector<ValueBound> coordinates;        // sizes of the walk's dimensions
  std::vector<ValueBound> sizes;              // that the call states
  std::vector<IndexedTensor> indexed;
};

/// Inputs bound to operands of their storage type, operands defined before
/// their uses and of the operation's types, look-ups that stay inside their
/// table (NaN aside: what F32ToI32 makes of it is the producer's to exclude),
/// loads whose every coordinate stays in its dimension, at every batch.
Status verifyScalarProgram(const ScalarProgram &program, const ScalarContext &context);

} // namespace qrt
