#include "lowering/emit/products/share_guards.h"

#include <bit>
#include <limits>
#include <utility>

namespace qopt {

using qrt::ScalarInputKind;
using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;

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

namespace {

/// Returns the truth that `truth` negates; none if it is no negation.
std::optional<uint16_t> negatedIn(const ScalarProgram &program, uint16_t truth) {
  const ScalarInstruction &instruction = program.instructions[truth];
  if (instruction.op != ScalarOp::XorI)
    return std::nullopt;
  const ScalarInstruction &one = program.instructions[instruction.operands[1]];
  return one.op == ScalarOp::Constant && one.bits == 1 ? std::optional(instruction.operands[0])
                                                       : std::nullopt;
}

} // namespace

GuardedShare withoutGuards(const ScalarProgram &program, uint16_t value) {
  GuardedShare share{value};
  while (program.instructions[share.value].op == ScalarOp::Select) {
    const uint16_t *operands = program.instructions[share.value].operands;
    uint16_t yes = operands[1], no = operands[2], condition = operands[0];
    if (const std::optional<uint16_t> negated = negatedIn(program, condition)) {
      condition = *negated;
      std::swap(yes, no);
    }
    const ScalarInstruction &equal = program.instructions[condition];
    if (equal.op != ScalarOp::Equal)
      return share;
    const bool isNumber = equal.operands[0] == yes && equal.operands[1] == yes;
    const bool isMasked =
        isInput(program, equal.operands[0], ScalarInputKind::Tensor) &&
        constantAt(program, equal.operands[1]) == -std::numeric_limits<float>::infinity();
    if (isNumber && constantAt(program, no) == 0.0f) {
      share.value = yes;
      share.isZeroForNaN = true;
    } else if (isMasked && constantAt(program, yes) == 0.0f) {
      share.value = no;
      share.isZeroForMasked = true;
    } else {
      return share;
    }
  }
  return share;
}

std::optional<GuardedShare> plainShareOf(const ScalarProgram &weighting) {
  const GuardedShare share = withoutGuards(weighting, weighting.result);
  if (weighting.resultType != qrt::ElementType::F32 ||
      !isInput(weighting, share.value, ScalarInputKind::Accumulator))
    return std::nullopt;
  return share;
}

} // namespace qopt
