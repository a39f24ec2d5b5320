#include "runtime/numerics/elementwise/finish_form.h"

#include "runtime/numerics/elementwise/register_steps.h"

#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace qrt {

namespace {

/// Reads a program's steps one after the other.
class FinishReader {
public:
  FinishReader(const ScalarProgram &program, const RegisterProgram &registers)
      : program(program), registers(registers), rest(registers.steps) {}

  std::optional<FinishForm> read() {
    if (registers.loads.size() != 1 ||
        program.inputs[registers.loads[0]].kind != ScalarInputKind::Accumulator)
      return std::nullopt;
    if (!take(RegisterOp::Load))
      return std::nullopt;
    bool isOne = program.resultType == ElementType::F32 ? readBound() : readRequantize();
    return isOne && rest.empty() ? std::optional(form) : std::nullopt;
  }

private:
  /// The next step, where it is this one on the first register.
  const RegisterStep *take(RegisterOp op) {
    if (rest.empty() || rest[0].code != stepRegisters * int(op))
      return nullptr;
    const RegisterStep *step = &rest[0];
    rest = rest.subspan(1);
    return step;
  }

  std::optional<uint32_t> channel(uint16_t leaf) const {
    if (leaf < registers.constants.size())
      return std::nullopt;
    return program.inputs[registers.channels[leaf - registers.constants.size()]].index;
  }
  float constant(uint16_t leaf) const { return std::bit_cast<float>(registers.constants[leaf][0]); }

  bool readBound() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    form = {FinishKind::Bound, std::nullopt, 0, -infinity, infinity, -0.0f};
    if (program.inputs[registers.loads[0]].storage != ElementType::F32)
      return false;
    if (const RegisterStep *add = take(RegisterOp::AddF)) {
      form.bias = channel(add->a);
      if (!form.bias)
        return false;
    }
    if (take(RegisterOp::Relu)) {
      form.lower = 0;
      form.positive = 0.0f;
    } else if (const RegisterStep *bound = take(RegisterOp::AtLeast)) {
      form.lower = constant(bound->a);
    }
    if (const RegisterStep *bound = take(RegisterOp::AtMost))
      form.upper = constant(bound->a);
    return form.lower <= form.upper;
  }

  bool readRequantize() {
    form = {FinishKind::Requantize, std::nullopt, 0, 0, 0, 0};
    if (program.inputs[registers.loads[0]].storage != ElementType::I32 ||
        !is8Bit(program.resultType))
      return false;
    std::optional<uint32_t> scale;
    if (const RegisterStep *sum = take(RegisterOp::ScaleSum)) {
      form.bias = channel(sum->a);
      if (!form.bias)
        return false;
      scale = channel(sum->b);
    } else if (const RegisterStep *product = take(RegisterOp::Scale)) {
      scale = channel(product->a);
    }
    const RegisterStep *end = take(RegisterOp::Quantize);
    if (!scale || !end)
      return false;
    form.scale = *scale;
    return readBounds(constant(end->a), constant(end->a + 1), constant(end->a + 2));
  }

  /// Bounds before the zero point is added: integers of which floats have every neighbour.
  bool readBounds(float zero, float lower, float upper) {
    for (float value : {zero, lower, upper})
      if (std::rint(value) != value || std::fabs(value) > 65536)
        return false;
    form.zero = int32_t(zero);
    form.lower = lower - zero;
    form.upper = upper - zero;
    return true;
  }

  const ScalarProgram &program;
  const RegisterProgram &registers;
  std::span<const RegisterStep> rest;
  FinishForm form{};
};

} // namespace

std::optional<FinishForm> finishFormOf(const ScalarProgram &program,
                                       const RegisterProgram &registers) {
  return FinishReader(program, registers).read();
}

} // namespace qrt
