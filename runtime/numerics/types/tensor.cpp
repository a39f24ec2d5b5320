#include "runtime/numerics/types/tensor.h"

#include "runtime/numerics/types/large_pages.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <cstring>

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
  const size_t rounded =
      std::max(alignment, (tensor.bytes() + alignment - 1) / alignment * alignment);
  void *memory = allocateOnLargePages(rounded);
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

// Convert one packed value to a byte of the unpacked type, and back.
static uint8_t unpackedCode(ElementType type, int code) {
  if (isFloat(type))
    return Float8E4M3FN(widenFloat(*narrowLayout(type), uint32_t(code))).bits;
  const int sign = isSigned(type) ? 1 << (bitWidth(type) - 1) : 0; // (v ^ sign) − sign extends it
  return uint8_t((code ^ sign) - sign);
}
static int packedCode(ElementType type, uint8_t byte) {
  if (isFloat(type))
    return int(narrowFloat(*narrowLayout(type), widenFloat(Float8E4M3FN::layout, byte)));
  return byte & ((1 << bitWidth(type)) - 1);
}

Tensor unpacked(const Tensor &tensor) {
  if (!isPacked(tensor.type()))
    return tensor;
  const int bits = bitWidth(tensor.type()), each = 8 / bits, mask = (1 << bits) - 1;
  Tensor whole = Tensor::allocate(unpackedType(tensor.type()), tensor.shape());
  const auto *bytes = static_cast<const uint8_t *>(tensor.data());
  auto *values = static_cast<uint8_t *>(whole.mutableData());
  for (int64_t i = 0; i < tensor.size(); ++i)
    values[i] = unpackedCode(tensor.type(), bytes[i / each] >> (i % each * bits) & mask);
  return whole;
}

Tensor packed(const Tensor &tensor, ElementType type) {
  assert(isPacked(type) && tensor.type() == unpackedType(type));
  const int bits = bitWidth(type), each = 8 / bits;
  Tensor small = Tensor::allocate(type, tensor.shape());
  auto *bytes = static_cast<uint8_t *>(small.mutableData());
  const auto *values = static_cast<const uint8_t *>(tensor.data());
  for (int64_t i = 0; i < tensor.size(); ++i)
    bytes[i / each] |= uint8_t(packedCode(type, values[i]) << (i % each * bits));
  return small;
}

Tensor Tensor::reshaped(Shape shape) const {
  assert(elementCount(shape) == size() && "a reshape keeps every element");
  Tensor tensor = *this;
  tensor.dims = std::move(shape);
  return tensor;
}

} // namespace qrt
