// Element types and a dense host tensor: the currency of evaluator, runtime
// and tools. Row-major, no strides, storage values (never real values).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace qrt {

enum class ElementType : uint8_t { F32, F64, I8, U8, I16, U16, I32, I64, Bool };

constexpr size_t byteWidth(ElementType type) {
  switch (type) {
  case ElementType::I8:
  case ElementType::U8:
  case ElementType::Bool: return 1;
  case ElementType::I16:
  case ElementType::U16: return 2;
  case ElementType::F32:
  case ElementType::I32: return 4;
  case ElementType::F64:
  case ElementType::I64: return 8;
  }
  return 0;
}

constexpr std::string_view elementTypeName(ElementType type) {
  switch (type) {
  case ElementType::F32: return "f32";
  case ElementType::F64: return "f64";
  case ElementType::I8: return "i8";
  case ElementType::U8: return "u8";
  case ElementType::I16: return "i16";
  case ElementType::U16: return "u16";
  case ElementType::I32: return "i32";
  case ElementType::I64: return "i64";
  case ElementType::Bool: return "bool";
  }
  return "?";
}

template <typename T> constexpr ElementType elementTypeOf();
template <> constexpr ElementType elementTypeOf<float>() { return ElementType::F32; }
template <> constexpr ElementType elementTypeOf<double>() { return ElementType::F64; }
template <> constexpr ElementType elementTypeOf<int8_t>() { return ElementType::I8; }
template <> constexpr ElementType elementTypeOf<uint8_t>() { return ElementType::U8; }
template <> constexpr ElementType elementTypeOf<int16_t>() { return ElementType::I16; }
template <> constexpr ElementType elementTypeOf<uint16_t>() { return ElementType::U16; }
template <> constexpr ElementType elementTypeOf<int32_t>() { return ElementType::I32; }
template <> constexpr ElementType elementTypeOf<int64_t>() { return ElementType::I64; }
template <> constexpr ElementType elementTypeOf<bool>() { return ElementType::Bool; }

using Shape = std::vector<int64_t>;

int64_t elementCount(const Shape &shape);
std::string shapeToString(const Shape &shape); // "1x3x32x32"

/// Owns its bytes, or keeps alive whoever does (a mapped file, a constant);
/// copies share them. Write only to tensors made by `allocate`.
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
  size_t bytes() const { return size_t(size()) * byteWidth(elementType); }
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

} // namespace qrt
