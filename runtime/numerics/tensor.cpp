#include "runtime/numerics/tensor.h"

#include <cassert>
#include <cstdlib>
#include <cstring>
#include <new>

namespace qrt {

int64_t elementCount(const Shape &shape) {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

std::string shapeToString(const Shape &shape) {
  std::string text;
  for (int64_t extent : shape) {
    if (!text.empty())
      text += 'x';
    text += std::to_string(extent);
  }
  return text.empty() ? "scalar" : text;
}

Tensor Tensor::allocate(ElementType type, Shape shape) {
  constexpr size_t alignment = 64;
  Tensor tensor;
  tensor.elementType = type;
  tensor.dims = std::move(shape);
  size_t rounded = (tensor.bytes() + alignment) / alignment * alignment;
  void *memory = std::aligned_alloc(alignment, rounded);
  if (!memory)
    throw std::bad_alloc();
  std::memset(memory, 0, rounded);
  tensor.owner =
      std::shared_ptr<const void>(memory, [](const void *p) { std::free(const_cast<void *>(p)); });
  tensor.bytesBegin = memory;
  return tensor;
}

Tensor Tensor::view(ElementType type, Shape shape, const void *data,
                    std::shared_ptr<const void> keepAlive) {
  Tensor tensor;
  tensor.elementType = type;
  tensor.dims = std::move(shape);
  tensor.bytesBegin = data;
  tensor.owner = std::move(keepAlive);
  return tensor;
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(elementCount(shape) == size() && "a reshape keeps every element");
  Tensor tensor = *this;
  tensor.dims = std::move(shape);
  return tensor;
}

} // namespace qrt
