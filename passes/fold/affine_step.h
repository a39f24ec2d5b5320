// Products and sums with a constant, however they are written. Internal to this folder.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace qopt {

/// A product or sum of f32 of a value and a constant, of the value's own type.
struct AffineStep {
  mlir::Operation *op = nullptr;
  mlir::Value input;
  qrt::Tensor constant; // of a quotient its reciprocal, of a difference its negative
  bool isProduct = false;
};

/// None of another operation, and where a reciprocal is not finite.
std::optional<AffineStep> affineStepOf(mlir::Operation *op);

/// The step that makes what `step` reads, where that is its only reader.
std::optional<AffineStep> stepBefore(const AffineStep &step, bool isProduct);

/// A tensor of f32, element by element.
template <typename Function> qrt::Tensor mapped(const qrt::Tensor &tensor, Function function) {
  qrt::Tensor result = qrt::Tensor::allocate(tensor.type(), tensor.shape());
  llvm::transform(tensor.values<float>(), result.mutableValues<float>().begin(), function);
  return result;
}

} // namespace qopt
