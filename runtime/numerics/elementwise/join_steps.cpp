#include "runtime/numerics/elementwise/register_steps.h"

#include <bit>
#include <span>

namespace qrt {

namespace {

/// Steps one after the other that one step does, all of one register.
class Joiner {
public:
  explicit Joiner(RegisterProgram &program) : program(program) {}

  void join() {
    std::vector<RegisterStep> steps = std::move(program.steps);
    program.steps.clear();
    for (size_t i = 0; i < steps.size();)
      i += joined(std::span(steps).subspan(i));
  }

private:
  static RegisterOp opOf(const RegisterStep &step) { return RegisterOp(step.code / stepRegisters); }

  bool begins(std::span<const RegisterStep> steps, std::initializer_list<RegisterOp> ops) const {
    if (steps.size() < ops.size())
      return false;
    for (const RegisterStep *step = steps.data(); RegisterOp op : ops) {
      if (opOf(*step) != op || step->code % stepRegisters != steps[0].code % stepRegisters)
        return false;
      ++step;
    }
    return true;
  }

  void say(RegisterOp op, const RegisterStep &like, uint16_t a, uint16_t b = 0) {
    program.steps.push_back({uint8_t(stepRegisters * int(op) + like.code % stepRegisters), a, b});
  }

  /// Returns how many of the first steps it said.
  size_t joined(std::span<const RegisterStep> steps) {
    using enum RegisterOp;
    if (begins(steps, {AddI, ToF32, MulF})) {
      say(ScaleSum, steps[0], steps[0].a, steps[2].a);
      return 3;
    }
    if (begins(steps, {ToF32, MulF})) {
      say(Scale, steps[0], steps[1].a);
      return 2;
    }
    if (begins(steps, {MulHighI, ShrRoundI})) {
      say(FixedScale, steps[0], steps[0].a, steps[1].a);
      return 2;
    }
    if (begins(steps, {AtLeastI, AtMostI, AddI}) && areConstantsInTurn(steps.first(3))) {
      say(FixedStore, steps[0], steps[0].a);
      return 3;
    }
    if (size_t count = quantize(steps))
      return count;
    program.steps.push_back(steps[0]);
    return 1;
  }

  /// Rint, an addition or none, both bounds in either order (a bound of zero may be Relu: of
  /// integers the sign of a zero is lost), ToI32.
  size_t quantize(std::span<const RegisterStep> steps) {
    if (!begins(steps, {RegisterOp::Rint}))
      return 0;
    uint32_t zero = 0, lower = 0, upper = 0;
    size_t at = 1;
    auto isConstant = [&](const RegisterStep &step) { return step.a < program.constants.size(); };
    if (at < steps.size() && opOf(steps[at]) == RegisterOp::AddF && isConstant(steps[at]))
      zero = program.constants[steps[at++].a][0];
    bool hasLower = false, hasUpper = false;
    for (; at < steps.size() && steps[at].code % stepRegisters == steps[0].code % stepRegisters;
         ++at) {
      RegisterOp op = opOf(steps[at]);
      if (op == RegisterOp::ToI32 && hasLower && hasUpper)
        break;
      bool isLower = op == RegisterOp::AtLeast || op == RegisterOp::Relu;
      if ((isLower ? hasLower : hasUpper || op != RegisterOp::AtMost))
        return 0;
      (isLower ? hasLower : hasUpper) = true;
      (isLower ? lower : upper) = op == RegisterOp::Relu ? 0 : program.constants[steps[at].a][0];
    }
    if (at == steps.size() || opOf(steps[at]) != RegisterOp::ToI32 ||
        !(std::bit_cast<float>(lower) <= std::bit_cast<float>(upper)))
      return 0;
    say(RegisterOp::Quantize, steps[0], uint16_t(program.constants.size()));
    for (uint32_t value : {zero, lower, upper}) {
      program.constants.emplace_back().fill(value);
    }
    return at + 1;
  }

  bool areConstantsInTurn(std::span<const RegisterStep> steps) const {
    const size_t first = steps[0].a;
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].a != first + i || first + i >= program.constants.size())
        return false;
    return true;
  }

  RegisterProgram &program;
};

} // namespace

void joinSteps(RegisterProgram &program) { Joiner(program).join(); }

} // namespace qrt
