#include "lowering/emit/products/byte_attention.h"

#include "lowering/emit/products/share_guards.h"
#include "lowering/emit/scalar/byte_steps.h"

#include <bit>

namespace qopt {

using qrt::ScalarInputKind;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;

namespace {

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
  const uint16_t value = withoutGuards(weighting, bytes->value).value;
  const ScalarInstruction &quotient = weighting.instructions[value];
  if (quotient.op != ScalarOp::DivF)
    return std::nullopt;
  const std::optional<float> step = constantAt(weighting, quotient.operands[1]);
  const uint16_t share = withoutGuards(weighting, quotient.operands[0]).value;
  constexpr float least = 0x1p-40f, most = 0x1p40f; // so that no quotient that counts is denormal
  if (!step || !(*step >= least && *step <= most) ||
      !isInput(weighting, share, ScalarInputKind::Accumulator))
    return std::nullopt;
  return ShareSteps{*step, bytes->high};
}

} // namespace qopt
