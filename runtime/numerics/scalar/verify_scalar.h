// The checks that a scalar program must pass before loops or kernels rely on it.
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

/// The context of a scalar program: its anchor, operands and the sizes of its walk.
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

/// Checks that inputs are bound to operands of their storage type, that operands are defined before
/// their uses and have the operation's types, that look-ups stay inside their table (except for
/// NaN: the producer must exclude what F32ToI32 makes of it), and that every coordinate of a load
/// stays in its dimension at every batch.
Status verifyScalarProgram(const ScalarProgram &program, const ScalarContext &context);

} // namespace qrt
