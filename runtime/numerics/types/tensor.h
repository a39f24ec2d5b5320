// A dense host tensor: the currency of evaluator, runtime and tools.
// Row-major, no strides, storage values (never real values).
#pragma once

#include "runtime/numerics/types/element_type.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace qrt {

using Shape = std::vector<int64_t>;

int64_t elementCount(const Shape &shape);
std::string shapeToString(const Shape &shape); // "1x3x32x32"

/// Owns its bytes, or keeps their owner alive (a mapped file, a constant); copies share them. Write
/// only to tensors made by `allocate`.
class Tensor {
public:
  Tensor() = default;
  /// Zero-filled, 64-byte aligned; throws std::bad_alloc, which devices and Model turn into a
  /// Status.
  static Tensor allocate(ElementType type, Shape shape);
  static Tensor view(ElementType type, Shape shape, const void *data,
                     std::shared_ptr<const void> keepAlive = nullptr);
  template <typename T> static Tensor fromValues(Shape shape, std::span<const T> values);

  ElementType type() const { return elementType; }
  const Shape &shape() const { return dims; }
  int64_t size() const { return elementCount(dims); }
  size_t bytes() const { return storedBytes(elementType, size()); }
  const void *data() const { return bytesBegin; }
  void *mutableData() { return const_cast<void *>(bytesBegin); }
  template <typename T> std::span<const T> values() const {
    return {static_cast<const T *>(bytesBegin), size_t(size())};
  }
  template <typename T> std::span<T> mutableValues() {
    return {static_cast<T *>(mutableData()), size_t(size())};
  }
  /// Same bytes under another shape of equal element count.
  Tensor reshaped(Shape shape) const;

private:
  ElementType elementType = ElementType::F32;
  Shape dims;
  const void *bytesBegin = nullptr;
  std::shared_ptr<const void> owner;
};

template <typename T> Tensor Tensor::fromValues(Shape shape, std::span<const T> values) {
  Tensor tensor = allocate(elementTypeOf<T>(), std::move(shape));
  for (size_t i = 0; i < values.size(); ++i)
    tensor.mutableValues<T>()[i] = values[i];
  return tensor;
}

/// Packed values, a byte each; other tensors as they are.
Tensor unpacked(const Tensor &tensor);
/// The reverse, for values that fit `type`.
Tensor packed(const Tensor &tensor, ElementType type);

/// visitor(span of the values) in their C++ type.
template <typename Visitor> decltype(auto) visitValues(const Tensor &tensor, Visitor &&visitor) {
  auto visit = [&](const Tensor &whole) -> decltype(auto) {
    return visitElementType(tensor.type(), [&](auto tag) -> decltype(auto) {
      return visitor(whole.values<typename decltype(tag)::Storage>());
    });
  };
  return isPacked(tensor.type()) ? visit(unpacked(tensor)) : visit(tensor);
}

/// Element i of integers.
inline int64_t integerAt(const Tensor &tensor, int64_t i) {
  return visitValues(tensor, [&](auto values) { return int64_t(values[i]); });
}

} // namespace qrt
