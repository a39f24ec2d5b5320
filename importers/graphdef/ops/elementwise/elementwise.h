// Operations on elements of one place, on images as on any other values.
#pragma once

#include "importers/graphdef/graph/binder.h"
#include "ir/ops.h"

namespace qopt::graphdef {

/// Makes of operands of which one is the view of an image, and none has more dimensions, what
/// broadcasts to that image. False where they stay as they are.
bool alignToImages(Binder &b, llvm::MutableArrayRef<Value> values);

/// Binds output 0 to an operation on values that broadcast; a result of images is one.
template <typename Op, typename... Args>
void emitAligned(Binder &b, mlir::Type element, llvm::SmallVector<Value> values, Args &&...args) {
  if (!b.ok())
    return;
  const bool areImages = alignToImages(b, values);
  auto make = [&](auto... operands) {
    if (areImages)
      b.bindImage(b.part<Op>("", element, operands..., std::forward<Args>(args)...));
    else
      b.emit<Op>(element, operands..., std::forward<Args>(args)...);
  };
  values.size() == 1 ? make(values[0]) : make(values[0], values[1]);
}

} // namespace qopt::graphdef
