// Sizes as programs have them: numbers that grow with the batch and nothing else. Other symbols of
// a module are bound before it is lowered (ir/bind_sizes.h).
#pragma once

#include "ir/types/dims.h"
#include "runtime/numerics/types/element_type.h"
#include "runtime/numerics/types/extent.h"

#include "mlir/IR/Value.h"

namespace qopt {

using Sizes = llvm::SmallVector<qrt::Extent, 4>;

/// Returns the sizes of a tensor type; each is linear in one symbol.
Sizes sizesOf(mlir::Type type);
inline Sizes sizesOf(mlir::Value value) { return sizesOf(value.getType()); }
inline qrt::Extent fixedSize(int64_t size) { return {0, size}; }
/// None where two of them grow, or it is too large.
std::optional<qrt::Extent> multiply(const qrt::Extent &a, const qrt::Extent &b);
std::optional<qrt::Extent> productOf(llvm::ArrayRef<qrt::Extent> sizes);
/// Returns the bytes of a dense tensor, whose sizes have a product.
qrt::Extent bytesOf(qrt::ElementType type, llvm::ArrayRef<qrt::Extent> shape);

} // namespace qopt
