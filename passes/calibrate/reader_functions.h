// Functions that read a value element by element, as numbers of numbers.
#pragma once

#include "ir/dialect.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include <span>
#include <vector>

namespace qopt {

/// A function of one f32, as a sigmoid, with the bits that every device computes (F1).
struct ReaderFunction {
  qrt::ScalarProgram program; // of one input
  std::vector<float> at(std::span<const float> x) const;
};

/// Returns whether `op` computes a function of its one operand, element by element, that is no
/// bound and no copy.
bool isFunction(mlir::Operation *op);
/// Returns the function of each reader of `value`; none where another operation reads it, or
/// nobody.
std::vector<ReaderFunction> functionsReading(mlir::Value value);

} // namespace qopt
