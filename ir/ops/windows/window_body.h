// Helpers for scalar bodies over windows.
#pragma once

#include "ir/scalar_body.h"
#include "ir/verify.h"

namespace qopt::nn {

/// Operations on a body's values by name.
struct BodyMath {
  explicit BodyMath(BodyBuilder &body) : body(body), s(body.scalar) {}

  template <typename... Values> BodyValue apply(qrt::ScalarOp op, Values... values) const {
    return s.apply(op, values...);
  }
  BodyValue integer(int64_t value) const { return s.constant(int32_t(value)); }
  BodyValue number(float value) const { return s.constant(value); }
  BodyValue wide(BodyValue value) const { return apply(qrt::ScalarOp::I32ToI64, value); }
  BodyValue add(BodyValue a, BodyValue b) const { return apply(qrt::ScalarOp::AddI, a, b); }
  BodyValue mul(BodyValue a, BodyValue b) const { return apply(qrt::ScalarOp::MulI, a, b); }
  BodyValue both(BodyValue a, BodyValue b) const { return apply(qrt::ScalarOp::AndI, a, b); }
  BodyValue either(BodyValue a, BodyValue b) const { return apply(qrt::ScalarOp::OrI, a, b); }
  BodyValue negated(BodyValue truth) const {
    return apply(qrt::ScalarOp::Equal, truth, integer(0));
  }
  BodyValue select(BodyValue truth, BodyValue a, BodyValue b) const {
    return apply(qrt::ScalarOp::Select, truth, a, b);
  }
  /// 0 ≤ index < size.
  BodyValue isInside(BodyValue index, const Dim &size) const {
    return both(apply(qrt::ScalarOp::LessEqual, integer(0), index),
                apply(qrt::ScalarOp::Less, index, body.size(size)));
  }
  /// The nearest index in [0, size).
  BodyValue within(BodyValue index, const Dim &size) const {
    BodyValue last = body.size(sum(size, staticDim(-1)));
    return apply(qrt::ScalarOp::MinI, apply(qrt::ScalarOp::MaxI, index, integer(0)), last);
  }

  BodyBuilder &body;
  qrt::ScalarBuilder &s;
};

/// Calls visit(position) for each of the kernel's positions in row-major order.
void forEachPosition(llvm::ArrayRef<int64_t> kernel,
                     llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

/// A linear sample of an image at (y, x): the four surrounding elements, 0 outside, and their
/// weights.
struct LinearSample {
  /// `load(y, x)` reads the image at coordinates inside it.
  LinearSample(BodyMath m, BodyValue y, BodyValue x, const Dim &height, const Dim &width,
               llvm::function_ref<BodyValue(BodyValue y, BodyValue x)> load);
  BodyValue value[4], weight[4];
  BodyValue mean(BodyMath m) const;
};

/// The window attributes of an operation on images.
struct WindowAttributes {
  llvm::ArrayRef<int64_t> kernel, strides, pads, dilations;
};
/// Verifies that every window has a position inside the image (where that is known), and that pads
/// are smaller than the window's reach.
mlir::LogicalResult verifyCoverage(mlir::Operation *op, llvm::StringRef label,
                                   const WindowAttributes &window);

} // namespace qopt::nn
