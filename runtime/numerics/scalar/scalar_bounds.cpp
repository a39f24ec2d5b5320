#include "runtime/numerics/scalar/scalar_bounds.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace qrt {

namespace {

const ScalarInstruction &at(const ScalarProgram &program, uint16_t value) {
  return program.instructions[value];
}

int64_t integerOf(const ScalarInstruction &constant) {
  return constant.type == ScalarType::I64 ? int64_t(constant.bits)
                                          : int64_t(int32_t(uint32_t(constant.bits)));
}

template <class T> IntegerInterval all() {
  return {std::numeric_limits<T>::min(), std::numeric_limits<T>::max()};
}

IntegerInterval storedInterval(ElementType type, ScalarType loaded) {
  if (isInteger(type) && bitWidth(type) < 32)
    return {lowestOf(type), highestOf(type)};
  return loaded == ScalarType::I64 ? all<int64_t>() : all<int32_t>();
}

/// The constant operand of a MaxF or MinF at `value`; moves on to the other.
std::optional<float> takeBound(const ScalarProgram &program, ScalarOp op, uint16_t &value) {
  const ScalarInstruction &bound = at(program, value);
  if (bound.op != op || at(program, bound.operands[1]).op != ScalarOp::Constant)
    return std::nullopt;
  value = bound.operands[0];
  return std::bit_cast<float>(uint32_t(at(program, bound.operands[1]).bits));
}

} // namespace

std::optional<QuantizedSteps> quantizedSteps(const ScalarProgram &program, uint16_t value) {
  if (at(program, value).op != ScalarOp::F32ToI32)
    return std::nullopt;
  uint16_t steps = at(program, value).operands[0];
  std::optional<float> high = takeBound(program, ScalarOp::MinF, steps);
  std::optional<float> low = high ? takeBound(program, ScalarOp::MaxF, steps) : std::nullopt;
  // Beyond 2^24 not every integer is an f32; NaN is no bound.
  if (!low || !(-0x1p24f <= *low && *low <= *high && *high <= 0x1p24f))
    return std::nullopt;
  return QuantizedSteps{steps, *low, *high};
}

IntegerInterval intervalOf(const ScalarProgram &program, uint16_t value) {
  const ScalarInstruction &instruction = at(program, value);
  if (instruction.op == ScalarOp::Constant)
    return {integerOf(instruction), integerOf(instruction)};
  if (instruction.op == ScalarOp::Input)
    return storedInterval(program.inputs[instruction.index].storage, instruction.type);
  if (std::optional<QuantizedSteps> steps = quantizedSteps(program, value))
    return {int64_t(steps->low), int64_t(steps->high)};
  if (instruction.op == ScalarOp::LookupI32) {
    const std::vector<uint32_t> &table = program.tables[instruction.index];
    auto [low, high] = std::minmax_element(
        table.begin(), table.end(), [](uint32_t a, uint32_t b) { return int32_t(a) < int32_t(b); });
    return {int32_t(*low), int32_t(*high)};
  }
  return instruction.type == ScalarType::I64 ? all<int64_t>() : all<int32_t>();
}

} // namespace qrt
