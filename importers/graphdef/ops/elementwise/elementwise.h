// These helpers apply operations to elements of one place, of images as of any other values.
#pragma once

#include "importers/graphdef/graph/binder.h"
#include "ir/ops.h"

namespace qopt::graphdef {

/// Makes of operands of which one is the view of an image, and none has more dimensions, what
/// broadcasts to that image. False where they stay as they are.
bool alignToImages(Binder &b, llvm::MutableArrayRef<Value> values);

/// Binds output 0 to an operation on one value, or on two that broadcast; a result of images is
/// one.
template <typename Op, typename... Args>
void emitOn(Binder &b, mlir::Type element, Value x, Args &&...args) {
  if (!b.ok())
    return;
  if (alignToImages(b, x))
    return b.bindImage(b.part<Op>("", element, x, std::forward<Args>(args)...));
  b.emit<Op>(element, x, std::forward<Args>(args)...);
}
template <typename Op, typename... Args>
void emitOnPair(Binder &b, mlir::Type element, Value lhs, Value rhs, Args &&...args) {
  if (!b.ok())
    return;
  Value values[] = {lhs, rhs};
  if (alignToImages(b, values))
    return b.bindImage(b.part<Op>("", element, values[0], values[1], std::forward<Args>(args)...));
  b.emit<Op>(element, lhs, rhs, std::forward<Args>(args)...);
}

} // namespace qopt::graphdef
