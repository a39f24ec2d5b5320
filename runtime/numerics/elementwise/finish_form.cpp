#include "runtime/numerics/elementwise/finish_form.h"

#include "runtime/numerics/elementwise/register_steps.h"
#include "runtime/numerics/types/narrow_float.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <span>

namespace qrt {

namespace {

/// A number within bounds, to which `zero` is added.
struct StepBounds {
  int64_t zero = 0, lower = INT32_MIN, upper = INT32_MAX;

  void atLeast(int64_t bound) {
    lower = std::max(lower, bound - zero);
    upper = std::max(upper, bound - zero);
  }
  void atMost(int64_t bound) {
    lower = std::min(lower, bound - zero);
    upper = std::min(upper, bound - zero);
  }
  bool mayWrap() const { return lower + zero < INT32_MIN || upper + zero > INT32_MAX; }
};

bool isBFloat16(float value) { return float(BFloat16(value)) == value; }

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
    bool isOne = is8Bit(program.resultType) ? readRequantize() : readBound();
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
  FinishLeaf anyLeaf(uint16_t leaf) const {
    if (const std::optional<uint32_t> index = channel(leaf))
      return {*index};
    return {0, &registers.constants[leaf]};
  }
  float constant(uint16_t leaf) const { return std::bit_cast<float>(registers.constants[leaf][0]); }

  bool readBound() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    form = {FinishKind::Bound, std::nullopt, {}, std::nullopt, -infinity, infinity, -0.0f};
    const bool isHalf = program.resultType == ElementType::BF16;
    if (program.inputs[registers.loads[0]].storage != ElementType::F32 ||
        (program.resultType != ElementType::F32 && !isHalf))
      return false;
    if (const RegisterStep *add = take(RegisterOp::AddF)) {
      form.bias = channel(add->a);
      if (!form.bias)
        return false;
    }
    if (isHalf) // the store rounds: bounds that bf16 has may come before
      take(RegisterOp::RoundBF16);
    if (take(RegisterOp::Relu)) {
      form.lower = 0;
      form.positive = 0.0f;
    } else if (const RegisterStep *bound = take(RegisterOp::AtLeast)) {
      form.lower = constant(bound->a);
    }
    if (const RegisterStep *bound = take(RegisterOp::AtMost))
      form.upper = constant(bound->a);
    const bool areStored = !isHalf || (isBFloat16(form.lower) && isBFloat16(form.upper));
    return areStored && form.lower <= form.upper;
  }

  bool readRequantize() {
    form = {FinishKind::Requantize, std::nullopt, {}, std::nullopt, 0, 0, 0};
    if (program.inputs[registers.loads[0]].storage != ElementType::I32)
      return false;
    if (fixedFollows())
      return readFixed();
    std::optional<uint16_t> scale;
    if (const RegisterStep *sum = take(RegisterOp::ScaleSum)) {
      form.bias = channel(sum->a);
      if (!form.bias)
        return false;
      scale = sum->b;
    } else if (const RegisterStep *product = take(RegisterOp::Scale)) {
      scale = product->a;
    }
    const RegisterStep *end = take(RegisterOp::Quantize);
    if (!scale || !end)
      return false;
    form.scale = anyLeaf(*scale);
    return readBounds(constant(end->a), constant(end->a + 1), constant(end->a + 2));
  }

  bool fixedFollows() const {
    constexpr uint8_t add = stepRegisters * int(RegisterOp::AddI),
                      scale = stepRegisters * int(RegisterOp::FixedScale);
    const size_t place = !rest.empty() && rest[0].code == add ? 1 : 0;
    return place < rest.size() && rest[place].code == scale;
  }

  bool readFixed() {
    if (const RegisterStep *sum = take(RegisterOp::AddI)) {
      form.bias = channel(sum->a);
      if (!form.bias)
        return false;
    }
    const RegisterStep *product = take(RegisterOp::FixedScale);
    form.scale = anyLeaf(product->a);
    form.shifts = anyLeaf(product->b);
    return readSteps();
  }

  /// Bounds and zero points of integers, none of which can wrap.
  bool readSteps() {
    StepBounds bounds;
    for (; !rest.empty(); rest = rest.subspan(1)) {
      const uint16_t leaf = rest[0].a;
      if (leaf >= registers.constants.size())
        return false;
      auto number = [&](int place) { return int32_t(registers.constants[leaf + place][0]); };
      const auto op = RegisterOp(rest[0].code / stepRegisters);
      const bool isAll = op == RegisterOp::FixedStore;
      if (!isAll && op != RegisterOp::AtLeastI && op != RegisterOp::AtMostI &&
          op != RegisterOp::AddI)
        return false;
      if (isAll || op == RegisterOp::AtLeastI)
        bounds.atLeast(number(0));
      if (isAll || op == RegisterOp::AtMostI)
        bounds.atMost(number(isAll ? 1 : 0));
      if (isAll || op == RegisterOp::AddI)
        bounds.zero += number(isAll ? 2 : 0);
      if (rest[0].code % stepRegisters != 0 || bounds.mayWrap())
        return false;
    }
    const auto [zero, lower, upper] = bounds;
    return lower >= -65536 && upper <= 65536 &&
           readBounds(float(zero), float(lower + zero), float(upper + zero));
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
