// The computation on one element: the body of an elementwise op, or the epilogue of an anchor
// (conv, matmul, pool, reduction), as a straight line of typed operations. Ops build it (ir/), the
// evaluator and the host driver run it over blocks of elements, the kernel emitter prints it as C.
// Every operation rounds once, as IEEE f32 says; nothing is contracted.
#pragma once

#include "runtime/numerics/scalar/scalar_ops.h"
#include "runtime/numerics/types/fields.h"
#include "runtime/numerics/types/tensor.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace qrt {

/// A load has a coordinate for each dimension of its tensor.
constexpr int maxScalarOperands = 8;

struct ScalarInstruction {
  ScalarOp op;
  ScalarType type; // of the result
  uint16_t operands[maxScalarOperands] = {};
  uint32_t index = 0; // Input, Lookup*, Load, RoundTo
  uint64_t bits = 0;  // Constant, Load
};
QRT_FIELDS(ScalarInstruction, op, type, operands, index, bits)

constexpr int operandCount(const ScalarInstruction &instruction) {
  if (instruction.op != ScalarOp::Load)
    return operandCount(instruction.op);
  return int(std::min<uint64_t>(instruction.bits, maxScalarOperands));
}

enum class ScalarInputKind : uint8_t {
  Accumulator, // what the anchor computed for this element
  Count,       // pools: how many positions this element covers (I32)
  Tensor,      // an element of tensor operand `index`, through strides
  Channel,     // element c of channel vector `index` (c = the output's channel)
  Coordinate,  // the element's own, along dimension `index` of the walk (I32)
  Size,        // size `index` of the call, which may grow with the batch (I32)
  Indexed,     // an element of indexed operand `index`, wherever a Load says
};

struct ScalarInput {
  ScalarInputKind kind;
  ElementType storage; // Accumulator: F32, I32 or I64; Count, Coordinate, Size: I32
  uint32_t index = 0;  // which one
  bool operator==(const ScalarInput &) const = default;
};
QRT_FIELDS(ScalarInput, kind, storage, index)

/// Instruction i defines value i; loaded elements are widened to their loadedType. `result` is
/// stored as `resultType` (I32 values are truncated to the storage type, which they fit).
struct ScalarProgram {
  std::vector<ScalarInput> inputs;
  std::vector<ScalarInstruction> instructions;
  std::vector<std::vector<uint32_t>> tables;
  uint16_t result = 0;
  ElementType resultType = ElementType::F32;
};
QRT_FIELDS(ScalarProgram, inputs, instructions, tables, result, resultType)

/// Returns whether the program only stores the accumulator.
inline bool storesAccumulator(const ScalarProgram &program) {
  const ScalarInstruction &last = program.instructions[program.result];
  return last.op == ScalarOp::Input &&
         program.inputs[last.index].kind == ScalarInputKind::Accumulator;
}

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

  /// The element of an Indexed input at these coordinates (I32), one for each of its dimensions.
  Value load(ScalarInput from, std::span<const Value> coordinates);

  /// Any operation without an index, Constant apart. The result type
  /// follows from the operation and its operands.
  Value apply(ScalarOp op, Value a);
  Value apply(ScalarOp op, Value a, Value b);
  Value apply(ScalarOp op, Value a, Value b, Value c);
  Value lookup(const std::vector<float> &table, Value index);
  Value lookup(const std::vector<int32_t> &table, Value index);
  /// `value` rounded to the narrow float `type`, as it would be loaded after such a store.
  Value roundTo(ElementType type, Value value);

  /// The replacement for an input of an inlined program: a value, or an input of this program.
  struct Argument {
    Argument() = default;
    Argument(Value value) : value(value) {}
    Argument(ScalarInput input) : isInput(true), input(input) {}
    bool isInput = false;
    Value value;
    ScalarInput input{ScalarInputKind::Tensor, ElementType::F32};
  };
  /// Inlines `program`, its inputs replaced by `arguments` in order, and
  /// returns its result. (Fusion: an epilogue's result feeds the next body.)
  Value inlineProgram(const ScalarProgram &program, std::span<const Argument> arguments);

  ScalarProgram finish(Value result, ElementType resultType);

private:
  Value append(ScalarInstruction instruction);
  uint32_t inputPosition(ScalarInput input);
  std::optional<Value> simplerBound(ScalarOp op, Value a, Value bound);
  Value lookupBits(ScalarOp op, std::vector<uint32_t> table, Value index);
  ScalarProgram program;
};

/// Returns, for each input by position, whether an instruction reads it.
std::vector<bool> usedInputs(const ScalarProgram &program);

/// Removes instructions that the result does not need and renumbers the values. Inputs keep their
/// positions: callers bind by position.
void eliminateDeadCode(ScalarProgram &program);

} // namespace qrt
