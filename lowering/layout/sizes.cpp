#include "lowering/layout/sizes.h"

#include "runtime/numerics/types/linear.h"

namespace qopt {

Sizes sizesOf(mlir::Type type) {
  return llvm::map_to_vector<4>(nn::symbolicShape(type), [](const nn::Dim &dim) {
    std::optional<qrt::Extent> extent = dim.extent();
    assert(extent && "bound before it is lowered");
    return *extent;
  });
}

std::optional<qrt::Extent> multiply(const qrt::Extent &a, const qrt::Extent &b) {
  return qrt::Linear::of(a).times(qrt::Linear::of(b)).extent();
}

std::optional<qrt::Extent> productOf(llvm::ArrayRef<qrt::Extent> sizes) {
  std::optional<qrt::Extent> product = fixedSize(1);
  for (const qrt::Extent &size : sizes) {
    product = multiply(*product, size);
    if (!product)
      return std::nullopt;
  }
  return product;
}

qrt::Extent bytesOf(qrt::ElementType type, llvm::ArrayRef<qrt::Extent> shape) {
  const qrt::Extent elements = *productOf(shape);
  const int64_t width = qrt::byteWidth(type);
  return {elements.scale * width, elements.offset * width};
}

} // namespace qopt
