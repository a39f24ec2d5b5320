#include "ir/types/dims.h"

#include "ir/dialect.h"
#include "runtime/numerics/types/batch.h"
#include "runtime/numerics/types/linear.h"

using namespace mlir;

namespace qopt::nn {

std::optional<Dim> multiply(Dim a, Dim b) {
  return qrt::Linear::of(a).times(qrt::Linear::of(b)).extent();
}

std::optional<Dim> productOf(ArrayRef<Dim> dims) {
  Dim product = staticDim(1);
  for (Dim dim : dims) {
    std::optional<Dim> next = multiply(product, dim);
    if (!next)
      return std::nullopt;
    product = *next;
  }
  return product;
}

SymbolicShape symbolicShape(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  auto dims = dyn_cast_or_null<DimsAttr>(tensor.getEncoding());
  SymbolicShape shape;
  unsigned dynamic = 0;
  for (int64_t size : tensor.getShape()) {
    if (!ShapedType::isDynamic(size)) {
      shape.push_back(staticDim(size));
      continue;
    }
    assert(dims && "verifier: a dynamic dimension has its expression");
    shape.push_back({dims.getScales()[dynamic], dims.getOffsets()[dynamic]});
    ++dynamic;
  }
  return shape;
}

std::vector<int64_t> shapeAt(Type type, int64_t batch) {
  std::vector<int64_t> sizes;
  for (Dim dim : symbolicShape(type))
    sizes.push_back(dim.at(batch));
  return sizes;
}

RankedTensorType tensorType(ArrayRef<Dim> shape, Type element, StringAttr symbol) {
  SmallVector<int64_t> sizes, scales, offsets;
  for (Dim dim : shape) {
    sizes.push_back(dim.isStatic() ? dim.offset : ShapedType::kDynamic);
    if (!dim.isStatic()) {
      scales.push_back(dim.scale);
      offsets.push_back(dim.offset);
    }
  }
  Attribute encoding;
  if (!scales.empty()) {
    MLIRContext *context = element.getContext();
    if (!symbol)
      symbol = StringAttr::get(context, "N");
    encoding = DimsAttr::get(context, symbol, scales, offsets);
  }
  return RankedTensorType::get(sizes, element, encoding);
}

StringAttr symbolOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto dims = tensor ? dyn_cast_or_null<DimsAttr>(tensor.getEncoding()) : nullptr;
  return dims ? dims.getSymbol() : nullptr;
}

std::optional<SymbolicShape> broadcastShapes(ArrayRef<Dim> a, ArrayRef<Dim> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SymbolicShape result(a.begin(), a.end());
  size_t shift = a.size() - b.size();
  for (size_t i = 0; i < b.size(); ++i) {
    Dim &mine = result[shift + i];
    if (mine == b[i] || b[i] == staticDim(1))
      continue;
    if (mine != staticDim(1))
      return std::nullopt;
    mine = b[i];
  }
  return result;
}

std::string toString(ArrayRef<Dim> shape) {
  return qrt::sizesToString({shape.data(), shape.size()});
}

} // namespace qopt::nn
