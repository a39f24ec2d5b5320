#include "lowering/emit/scalar/byte_steps.h"

#include "runtime/numerics/scalar/scalar_bounds.h"

#include <bit>
#include <cmath>

namespace qopt {

using qrt::ScalarInstruction;
using qrt::ScalarOp;

std::optional<ByteSteps> byteStepsOf(const qrt::ScalarProgram &program) {
  if (!qrt::is8Bit(program.resultType))
    return std::nullopt;
  const std::optional<qrt::QuantizedSteps> steps = qrt::quantizedSteps(program, program.result);
  if (!steps)
    return std::nullopt;
  auto at = [&](uint16_t value) -> const ScalarInstruction & {
    return program.instructions[value];
  };
  float zero = 0;
  uint16_t rounded = steps->steps;
  if (at(rounded).op == ScalarOp::AddF && at(at(rounded).operands[1]).op == ScalarOp::Constant) {
    zero = std::bit_cast<float>(uint32_t(at(at(rounded).operands[1]).bits));
    rounded = at(rounded).operands[0];
  }
  auto isWhole = [](float value) { return value == std::rint(value) && std::fabs(value) <= 255; };
  if (at(rounded).op != ScalarOp::RintF || !isWhole(zero) || !isWhole(steps->low) ||
      !isWhole(steps->high))
    return std::nullopt;
  return ByteSteps{int(steps->low), int(steps->high), int(zero), at(rounded).operands[0]};
}

} // namespace qopt
