#include "lowering/emit/scalar/rounded_quotients.h"

#include "runtime/numerics/scalar/scalar_bounds.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace qopt {
namespace {

using qrt::ScalarInstruction;
using qrt::ScalarOp;
using qrt::ScalarProgram;

const ScalarInstruction &at(const ScalarProgram &program, uint16_t value) {
  return program.instructions[value];
}

bool isConstant(const ScalarProgram &program, uint16_t value) {
  return at(program, value).op == ScalarOp::Constant;
}

bool isModerate(const ScalarInstruction &constant) {
  const float magnitude = std::fabs(std::bit_cast<float>(uint32_t(constant.bits)));
  return magnitude >= 0x1p-60f && magnitude <= 0x1p60f;
}

/// Returns how often each value is read, the result once more.
std::vector<int> readsOf(const ScalarProgram &program) {
  std::vector<int> reads(program.instructions.size());
  ++reads[program.result];
  for (const ScalarInstruction &one : program.instructions)
    for (int i = 0; i < qrt::operandCount(one); ++i)
      ++reads[one.operands[i]];
  return reads;
}

/// The value that a rounding reads, behind a guard against NaN if there is one: Select(x == x, x, a
/// constant) puts a number in place of NaN.
struct Rounded {
  uint16_t value;
  int reads; // by what was left out and by the rounding
};
Rounded numberBehind(const ScalarProgram &program, uint16_t value) {
  const ScalarInstruction &select = at(program, value);
  if (select.op != ScalarOp::Select)
    return {value, 1};
  const uint16_t number = select.operands[1];
  const ScalarInstruction &asks = at(program, select.operands[0]);
  const bool asksForNumbers = asks.op == ScalarOp::Equal && asks.operands[0] == number &&
                              asks.operands[1] == number && isConstant(program, select.operands[2]);
  return asksForNumbers ? Rounded{number, 3} : Rounded{value, 1};
}

/// The quotient that ends in `value`, an integer.
std::optional<uint16_t> quotientOf(const ScalarProgram &program, const std::vector<int> &reads,
                                   uint16_t value) {
  const std::optional<qrt::QuantizedSteps> steps = qrt::quantizedSteps(program, value);
  if (!steps)
    return std::nullopt;
  const uint16_t atLeast = at(program, at(program, value).operands[0]).operands[0];
  if (reads[atLeast] != 1) // it has no upper bound
    return std::nullopt;
  uint16_t rounded = steps->steps;
  if (at(program, rounded).op == ScalarOp::AddF &&
      isConstant(program, at(program, rounded).operands[1]) && reads[rounded] == 1)
    rounded = at(program, rounded).operands[0];
  if (at(program, rounded).op != ScalarOp::RintF || reads[rounded] != 1)
    return std::nullopt;
  const uint16_t whole = at(program, rounded).operands[0];
  const auto [quotient, readsOfQuotient] = numberBehind(program, whole);
  const ScalarInstruction &division = at(program, quotient);
  const bool isOwn = reads[whole] == (whole == quotient ? readsOfQuotient : 1) &&
                     reads[quotient] == readsOfQuotient;
  return isOwn && division.op == ScalarOp::DivF && isConstant(program, division.operands[1]) &&
                 isModerate(at(program, division.operands[1]))
             ? std::optional(quotient)
             : std::nullopt;
}

} // namespace

std::vector<bool> roundedQuotients(const ScalarProgram &program) {
  std::vector<bool> quotients(program.instructions.size());
  const std::vector<int> reads = readsOf(program);
  for (size_t id = 0; id < quotients.size(); ++id)
    if (auto quotient = quotientOf(program, reads, uint16_t(id)))
      quotients[*quotient] = true;
  return quotients;
}

} // namespace qopt
