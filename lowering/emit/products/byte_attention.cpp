#include "lowering/emit/products/byte_attention.h"

#include "lowering/emit/scalar/byte_steps.h"

#include <bit>
#include <limits>
#include <utility>

namespace qopt {

using qrt::ScalarInputKind;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;

namespace {

bool isInput(const ScalarProgram &program, uint16_t value, ScalarInputKind kind) {
  const ScalarInstruction &instruction = program.instructions[value];
  return instruction.op == ScalarOp::Input && program.inputs[instruction.index].kind == kind;
}

std::optional<float> constantAt(const ScalarProgram &program, uint16_t value) {
  const ScalarInstruction &instruction = program.instructions[value];
  if (instruction.op != ScalarOp::Constant || instruction.type != qrt::ScalarType::F32)
    return std::nullopt;
  return std::bit_cast<float>(uint32_t(instruction.bits));
}

/// What a truth is the negation of.
std::optional<uint16_t> negatedIn(const ScalarProgram &program, uint16_t truth) {
  const ScalarInstruction &instruction = program.instructions[truth];
  if (instruction.op != ScalarOp::XorI)
    return std::nullopt;
  const ScalarInstruction &one = program.instructions[instruction.operands[1]];
  return one.op == ScalarOp::Constant && one.bits == 1 ? std::optional(instruction.operands[0])
                                                       : std::nullopt;
}

/// The value that `value` is but where it is NaN, or where a key is masked: there 0 stands.
uint16_t withoutGuards(const ScalarProgram &program, uint16_t value) {
  while (program.instructions[value].op == ScalarOp::Select) {
    const uint16_t *operands = program.instructions[value].operands;
    uint16_t yes = operands[1], no = operands[2], condition = operands[0];
    if (const std::optional<uint16_t> negated = negatedIn(program, condition)) {
      condition = *negated;
      std::swap(yes, no);
    }
    const ScalarInstruction &equal = program.instructions[condition];
    if (equal.op != ScalarOp::Equal)
      return value;
    const bool isNumber = equal.operands[0] == yes && equal.operands[1] == yes;
    const bool isMasked =
        isInput(program, equal.operands[0], ScalarInputKind::Tensor) &&
        constantAt(program, equal.operands[1]) == -std::numeric_limits<float>::infinity();
    if (isNumber && constantAt(program, no) == 0.0f)
      value = yes;
    else if (isMasked && constantAt(program, yes) == 0.0f)
      value = no;
    else
      return value;
  }
  return value;
}

bool isUsedOnce(const ScalarProgram &program, uint16_t value) {
  int uses = program.result == value;
  for (const ScalarInstruction &instruction : program.instructions)
    for (int i = 0; i < operandCount(instruction); ++i)
      uses += instruction.operands[i] == value;
  return uses == 1;
}

/// (x · a) · b of an integer x below 2^24 as x · (a · b) where b is a power of two: then both round
/// alike, if nothing is denormal.
void joinPowersOfTwo(ScalarProgram &program) {
  const auto isModerate = [](float value) { return value >= 0x1p-60f && value <= 0x1p60f; };
  for (ScalarInstruction &outer : program.instructions) {
    if (outer.op != ScalarOp::MulF)
      continue;
    const ScalarInstruction inner = program.instructions[outer.operands[0]];
    const std::optional<float> power = constantAt(program, outer.operands[1]);
    if (inner.op != ScalarOp::MulF || !power || !isModerate(*power) ||
        (std::bit_cast<uint32_t>(*power) & 0x7fffffu) != 0 ||
        !isInput(program, inner.operands[0], ScalarInputKind::Accumulator))
      continue;
    const std::optional<float> factor = constantAt(program, inner.operands[1]);
    if (!factor || !isModerate(*factor) || !isUsedOnce(program, outer.operands[1]))
      continue;
    program.instructions[outer.operands[1]].bits = std::bit_cast<uint32_t>(*factor * *power);
    outer.operands[0] = inner.operands[0];
  }
}

} // namespace

std::optional<ScalarProgram> scoringOfFloats(const ScalarProgram &scoring) {
  ScalarProgram program = scoring;
  std::vector<uint16_t> same; // of each value, where it now stands
  for (uint16_t v = 0; v < program.instructions.size(); ++v) {
    ScalarInstruction &instruction = program.instructions[v];
    same.push_back(v);
    for (int i = 0; i < operandCount(instruction); ++i) {
      const uint16_t operand = instruction.operands[i];
      const bool isSum = isInput(scoring, operand, ScalarInputKind::Accumulator);
      if (isSum && instruction.op != ScalarOp::IntToF32)
        return std::nullopt;
      instruction.operands[i] = same[operand];
      if (isSum)
        same[v] = operand;
    }
    if (isInput(program, v, ScalarInputKind::Accumulator))
      instruction.type = qrt::ScalarType::F32;
  }
  if (isInput(scoring, program.result, ScalarInputKind::Accumulator))
    return std::nullopt;
  program.result = same[program.result];
  for (qrt::ScalarInput &input : program.inputs)
    if (input.kind == ScalarInputKind::Accumulator)
      input.storage = qrt::ElementType::F32;
  joinPowersOfTwo(program);
  qrt::eliminateDeadCode(program);
  return program;
}

std::optional<ShareSteps> shareStepsOf(const ScalarProgram &weighting) {
  const std::optional<ByteSteps> bytes = byteStepsOf(weighting);
  if (!bytes || bytes->low != 0 || bytes->zero != 0)
    return std::nullopt;
  const uint16_t value = withoutGuards(weighting, bytes->value);
  const ScalarInstruction &quotient = weighting.instructions[value];
  if (quotient.op != ScalarOp::DivF)
    return std::nullopt;
  const std::optional<float> step = constantAt(weighting, quotient.operands[1]);
  const uint16_t share = withoutGuards(weighting, quotient.operands[0]);
  constexpr float least = 0x1p-40f, most = 0x1p40f; // so that no quotient that counts is denormal
  if (!step || !(*step >= least && *step <= most) ||
      !isInput(weighting, share, ScalarInputKind::Accumulator))
    return std::nullopt;
  return ShareSteps{*step, bytes->high};
}

} // namespace qopt
