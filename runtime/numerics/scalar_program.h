// What happens to one element: the body of an elementwise op, or the epilogue
// of an anchor (conv, matmul, pool, reduction), as a straight line of typed
// operations. Ops build it (ir/), the evaluator and the host driver run it
// over blocks of elements, the kernel emitter prints it as C.
//
// Every operation rounds once, as IEEE f32 says; nothing is contracted.
#pragma once

#include "runtime/numerics/tensor.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace qrt {

/// Types that values have inside a program. Storage integers up to 32 bits
/// are widened to I32 when loaded, Bool is I32 0/1.
enum class ScalarType : uint8_t { F32, I32, I64 };

enum class ScalarOp : uint8_t {
  // no operands
  Input,    // index = position in ScalarProgram::inputs
  Constant, // bits = the value (f32 bits, or the integer)
  // f32 × f32 → f32. Min and Max: any NaN wins, −0 lies below +0.
  AddF,
  SubF,
  MulF,
  DivF,
  MinF,
  MaxF,
  PowF,
  FmaF, // a·b + c, rounded once
  // f32 → f32
  NegF,
  AbsF,
  RintF /*half to even*/,
  FloorF,
  CeilF,
  SqrtF,
  ExpF,
  LogF,
  TanhF,
  ErfF,
  SigmoidF,
  // comparisons → I32 0/1 (operands F32 or both integers of one type)
  Less,
  LessEqual,
  Equal,
  Select, // a (I32) != 0 ? b : c; b and c of one type
  // integers of one type, wrapping never happens: the builder's user proves it
  AddI,
  SubI,
  MulI,
  MinI,
  MaxI,
  // conversions
  IntToF32, // I32 or I64, half to even
  F32ToI32, // the operand is integral and in range
  I32ToI64,
  // a = I32 index, already in [0, table size)
  LookupF32, // index = position in tables (f32 bits)
  LookupI32,
};

/// How many operands the operation takes: 0 to 3.
int operandCount(ScalarOp op);
/// The type that a storage type is widened to; F64 has none.
ScalarType loadedType(ElementType storage);

struct ScalarInstruction {
  ScalarOp op;
  ScalarType type; // of the result
  uint16_t operands[3] = {0, 0, 0};
  uint32_t index = 0; // Input, Lookup*
  uint64_t bits = 0;  // Constant
};

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

/// Instruction i defines value i. `result` is stored as `resultType` (I32
/// values are truncated to the storage type, which they fit).
struct ScalarProgram {
  std::vector<ScalarInput> inputs;
  std::vector<ScalarInstruction> instructions;
  std::vector<std::vector<uint32_t>> tables;
  uint16_t result = 0;
  ElementType resultType = ElementType::F32;
};

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
