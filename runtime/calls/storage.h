// The storage that calls read and write: buffers of the arena, constants, and the operands that
// name them.
#pragma once

#include "runtime/numerics/elementwise/epilogue.h"
#include "runtime/numerics/types/extent.h"
#include "runtime/numerics/types/quantized_input.h"
#include "runtime/numerics/types/tensor.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qrt {

enum class BufferRole : uint8_t { Input, Output, Activation };

/// A range of the arena. Two buffers may share bytes only if the nodes' order keeps their lifetimes
/// apart.
struct Buffer {
  std::string key; // of the value it holds
  ElementType type = ElementType::F32;
  std::vector<Extent> shape; // physical order
  BufferRole role = BufferRole::Activation;
  Extent bytes;  // before alignment
  Extent offset; // in the arena, a multiple of bufferAlignment for every N
};
QRT_FIELDS(Buffer, key, type, shape, role, bytes, offset)

/// The alignment of a buffer's offset in bytes: a cache line, the widest vector.
constexpr int64_t bufferAlignment = 64;

/// Returns the dense size of a buffer in bytes, as `Buffer::bytes` must state it. At most one
/// dimension may grow with N.
Extent denseBytes(ElementType type, const std::vector<Extent> &shape);

/// A constant. Packed values (i4, u4) are unpacked at load: calls that read it see the unpacked
/// type.
struct Constant {
  std::string key; // content hash
  Tensor value;
};
QRT_FIELDS(Constant, key, value)

/// A buffer or a constant.
struct Operand {
  enum class Space : uint8_t { Buffer, Constant } space = Space::Buffer;
  uint32_t index = 0;
  bool operator==(const Operand &) const = default;
};
QRT_FIELDS(Operand, space, index)

/// Returns the type that a call reading `operand` sees.
inline ElementType typeOf(std::span<const Buffer> buffers, std::span<const Constant> constants,
                          const Operand &operand) {
  return operand.space == Operand::Space::Buffer
             ? buffers[operand.index].type
             : unpackedType(constants[operand.index].value.type());
}

/// A factor of a product: stored values minus their zero point.
struct Factor {
  Operand operand;
  QuantizedInput type;
  /// The zero point as an operand of one element of `type`, read at each run; type.zeroPoint is
  /// then 0.
  std::optional<Operand> zeroPoint = std::nullopt;
};
QRT_FIELDS(Factor, operand, type, zeroPoint)

/// The index of a constant, for fields that accept no buffer.
struct ConstantIndex {
  uint32_t value = 0;
  ConstantIndex() = default;
  ConstantIndex(uint32_t value) : value(value) {}
  operator uint32_t() const { return value; }
};
QRT_FIELDS(ConstantIndex, value)

/// The epilogue of a call; tensors and channels as in epilogue.h.
struct EpilogueOperand {
  Operand operand;
  EpilogueStrides strides;
};
QRT_FIELDS(EpilogueOperand, operand, strides)

struct CallEpilogue {
  ScalarProgram program;
  std::vector<EpilogueOperand> tensors;
  std::vector<ConstantIndex> channels;
  std::optional<EpilogueStrides> result = std::nullopt; // none: densely, in order of (n, p, c)
  int64_t offset = 0; // elements before the first of a `result` that has strides
  /// A second program that reads each stored result as its accumulator: element i of the node's
  /// last buffer belongs to element i of the first. Only some families support it (EpilogueSpace).
  std::optional<ScalarProgram> auxiliary = std::nullopt;
};
QRT_FIELDS(CallEpilogue, program, tensors, channels, result, offset, auxiliary)

/// Calls visit(operand) for every Operand and ConstantIndex in `value`, a described struct.
template <typename T, typename Visit> void visitOperands(T &value, Visit &&visit);

// ---- implementation ----

namespace fields {
template <typename> constexpr bool isSequence = false;
template <typename T> constexpr bool isSequence<std::vector<T>> = true;
template <typename T, size_t n> constexpr bool isSequence<std::array<T, n>> = true;
template <typename> constexpr bool isOptional = false;
template <typename T> constexpr bool isOptional<std::optional<T>> = true;
} // namespace fields

template <typename T, typename Visit> void visitOperands(T &value, Visit &&visit) {
  using Plain = std::remove_const_t<T>;
  if constexpr (std::same_as<Plain, Operand> || std::same_as<Plain, ConstantIndex>)
    visit(value);
  else if constexpr (fields::isSequence<Plain>) {
    if constexpr (!std::is_arithmetic_v<typename Plain::value_type>)
      for (auto &item : value)
        visitOperands(item, visit);
  } else if constexpr (fields::isOptional<Plain>) {
    if (value)
      visitOperands(*value, visit);
  } else if constexpr (Described<Plain>)
    visitFields(value, [&](std::string_view, auto &field) { visitOperands(field, visit); });
}

} // namespace qrt
