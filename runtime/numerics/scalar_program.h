// What happens to one element: the body of an elementwise op, or the epilogue
// of an anchor (conv, matmul, pool, reduction), as a straight line of typed
// operations. Ops build it (ir/), the evaluator and the host driver run it
// over blocks of elements, the kernel emitter prints it as C.
//
// Every operation rounds once, as IEEE f32 says; nothing is contracted.
#pragma once

#include "runtime/numerics/fields.h"
#include "runtime/numerics/scalar_ops.h"
#include "runtime/numerics/tensor.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace qrt {

struct ScalarInstruction {
  ScalarOp op;
  ScalarType type; // of the result
  uint16_t operands[3] = {0, 0, 0};
  uint32_t index = 0; // Input, Lookup*
  uint64_t bits = 0;  // Constant
};
QRT_FIELDS(ScalarInstruction, op, type, operands, index, bits)

enum class ScalarInputKind : uint8_t {
  Accumulator, // what the anchor computed for this element
  Count,       // pools: how many positions this element covers (I32)
  Tensor,      // an element of tensor operand `index`, through strides
  Channel,     // element c of channel vector `index` (c = the output's channel)
};

struct ScalarInput {
  ScalarInputKind kind;
  ElementType storage; // Accumulator: F32, I32 or I64; Count: I32
  uint32_t index = 0;  // Tensor, Channel: which one
  bool operator==(const ScalarInput &) const = default;
};
QRT_FIELDS(ScalarInput, kind, storage, index)

/// Instruction i defines value i; what is loaded is widened to its loadedType. `result` is stored
/// as `resultType` (I32 values are truncated to the storage type, which they fit).
struct ScalarProgram {
  std::vector<ScalarInput> inputs;
  std::vector<ScalarInstruction> instructions;
  std::vector<std::vector<uint32_t>> tables;
  uint16_t result = 0;
  ElementType resultType = ElementType::F32;
};
QRT_FIELDS(ScalarProgram, inputs, instructions, tables, result, resultType)

/// Builds a program; equal instructions are merged, constants folded, bounds
/// that do nothing dropped and those of a quantized ReLU merged into the clamp
/// before them, so that composing the bodies of a fused region leaves no debris.
class ScalarBuilder {
public:
  struct Value {
    uint16_t id = 0;
    ScalarType type = ScalarType::F32;
  };

  Value input(ScalarInput input);
  Value accumulator(ElementType storage) { return input({ScalarInputKind::Accumulator, storage}); }
  Value count() { return input({ScalarInputKind::Count, ElementType::I32}); }
  Value constant(float value);
  Value constant(int32_t value);
  Value constant64(int64_t value);

  /// Any operation above but Input, Constant and lookups. The result type
  /// follows from the operation and its operands.
  Value apply(ScalarOp op, Value a);
  Value apply(ScalarOp op, Value a, Value b);
  Value apply(ScalarOp op, Value a, Value b, Value c);
  Value lookup(const std::vector<float> &table, Value index);
  Value lookup(const std::vector<int32_t> &table, Value index);

  /// Inlines `program`, its inputs replaced by `arguments` in order, and
  /// returns its result. (Fusion: an epilogue's result feeds the next body.)
  Value inlineProgram(const ScalarProgram &program, const std::vector<Value> &arguments);

  ScalarProgram finish(Value result, ElementType resultType);

private:
  Value append(ScalarInstruction instruction);
  std::optional<Value> simplerBound(ScalarOp op, Value a, Value bound);
  Value lookupBits(ScalarOp op, std::vector<uint32_t> table, Value index);
  ScalarProgram program;
};

/// Removes what the result does not need and numbers values densely.
/// Inputs keep their positions: callers bind by position.
void eliminateDeadCode(ScalarProgram &program);

} // namespace qrt
