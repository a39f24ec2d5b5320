#include "runtime/format/text.h"

#include "runtime/numerics/types/batch.h"

#include <bit>
#include <cstdio>

namespace qrt {

std::string text(const Extent &extent) {
  std::string inner = sizeToString(extent);
  return extent.multiple == 1 ? inner
                              : "up(" + inner + ", " + std::to_string(extent.multiple) + ")";
}

std::string text(const Operand &operand) {
  return (operand.space == Operand::Space::Buffer ? "b" : "c") + std::to_string(operand.index);
}

std::string text(const ConstantIndex &index) { return "c" + std::to_string(index.value); }

std::string text(const QuantizedInput &type) {
  std::string result = text(type.type);
  return type.zeroPoint ? result + " z=" + std::to_string(type.zeroPoint) : result;
}

std::string text(const Factor &factor) {
  std::string result = text(factor.operand) + " " + text(factor.type);
  return factor.zeroPoint ? result + " z=" + text(*factor.zeroPoint) : result;
}

static std::string text(const ScalarInput &input) {
  switch (input.kind) {
  case ScalarInputKind::Accumulator: return "acc";
  case ScalarInputKind::Count: return "count";
  case ScalarInputKind::Tensor: return "tensor" + std::to_string(input.index);
  case ScalarInputKind::Channel: return "channel" + std::to_string(input.index);
  case ScalarInputKind::Coordinate: return "i" + std::to_string(input.index);
  case ScalarInputKind::Size: return "size" + std::to_string(input.index);
  case ScalarInputKind::Indexed: return "indexed" + std::to_string(input.index);
  }
  return "?";
}

std::string text(float value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.9g", double(value));
  return buffer;
}

static std::string constantText(const ScalarInstruction &instruction) {
  switch (instruction.type) {
  case ScalarType::F32: return text(std::bit_cast<float>(uint32_t(instruction.bits))) + "f";
  case ScalarType::I32: return std::to_string(int32_t(instruction.bits));
  case ScalarType::I64: return std::to_string(int64_t(instruction.bits));
  }
  return "?";
}

// Inputs and constants stand in place; every other value has a name.
static std::string valueText(const ScalarProgram &program, uint16_t id) {
  if (id >= program.instructions.size())
    return "nothing"; // a program that is not yet built
  const ScalarInstruction &instruction = program.instructions[id];
  if (instruction.op == ScalarOp::Input)
    return text(program.inputs[instruction.index]);
  if (instruction.op == ScalarOp::Constant)
    return constantText(instruction);
  return "v" + std::to_string(id);
}

std::string text(const ScalarProgram &program) {
  std::string result;
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    const ScalarInstruction &instruction = program.instructions[i];
    if (isGiven(instruction.op))
      continue;
    result += "v" + std::to_string(i) + " = " + std::string(rowOf(instruction.op).name);
    if (isLookup(instruction.op))
      result += " table" + std::to_string(instruction.index);
    if (instruction.op == ScalarOp::RoundTo)
      result += " " + text(ElementType(instruction.index));
    if (instruction.op == ScalarOp::Load)
      result += " " + text(program.inputs[instruction.index]) + " at";
    for (int k = 0; k < operandCount(instruction); ++k)
      result += (k ? ", " : " ") + valueText(program, instruction.operands[k]);
    result += "; ";
  }
  return "(" + result + valueText(program, program.result) + " as " + text(program.resultType) +
         ")";
}

std::string text(const std::string &value) { return "'" + value + "'"; }
std::string text(ElementType type) { return std::string(elementTypeName(type)); }
std::string text(ReduceKind kind) { return std::string(rowOf(kind).text); }

std::string text(const Call &call) {
  return std::visit([](const auto &c) { return std::string(c.family) + " " + text(c); }, call);
}

} // namespace qrt
