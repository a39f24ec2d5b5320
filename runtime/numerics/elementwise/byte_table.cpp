#include "runtime/numerics/elementwise/byte_table.h"

#include "runtime/numerics/scalar/scalar_bounds.h"
#include "runtime/numerics/scalar/scalar_fold.h"

namespace qrt {

namespace {

/// `value` less `origin`, whichever way it is said.
struct Shifted {
  uint16_t value;
  int64_t origin;
};

Shifted shiftedBy(const ScalarProgram &program, uint16_t index) {
  const auto &code = program.instructions;
  const ScalarInstruction &last = code[index];
  auto constant = [&](int k) -> std::optional<int64_t> {
    const ScalarInstruction &operand = code[last.operands[k]];
    if (operand.op != ScalarOp::Constant)
      return std::nullopt;
    return int32_t(uint32_t(operand.bits));
  };
  if (last.op == ScalarOp::SubI && constant(1))
    return {last.operands[0], *constant(1)};
  if (last.op == ScalarOp::AddI)
    for (int k : {0, 1})
      if (constant(k))
        return {last.operands[1 - k], -*constant(k)};
  return {index, 0};
}

/// The end of a program that follows from one value of a byte: `at`, then these instructions.
struct Tail {
  uint16_t at;
  IntegerInterval range;
  std::vector<uint16_t> steps; // in order
};

/// The instructions that lead from `at` to the result; none where something else leads there too.
std::optional<std::vector<uint16_t>> stepsFrom(const ScalarProgram &program, uint16_t at) {
  const auto &code = program.instructions;
  std::vector<bool> needed(code.size());
  needed[program.result] = true;
  std::vector<uint16_t> steps;
  for (uint16_t i = program.result; i > at; --i) {
    if (!needed[i] || code[i].op == ScalarOp::Constant)
      continue;
    if (code[i].op == ScalarOp::Input || code[i].op == ScalarOp::Load)
      return std::nullopt;
    for (int k = 0; k < operandCount(code[i].op); ++k)
      needed[code[i].operands[k]] = true;
    steps.push_back(i);
  }
  for (uint16_t i = 0; i < at; ++i)
    if (needed[i] && code[i].op != ScalarOp::Constant)
      return std::nullopt;
  return std::vector<uint16_t>(steps.rbegin(), steps.rend());
}

/// What a table is asked for: a lookup's operand is an index of it, so that these are all values.
std::optional<IntegerInterval> askedOf(const ScalarProgram &program, const Tail &tail) {
  for (uint16_t step : tail.steps) {
    const ScalarInstruction &lookup = program.instructions[step];
    if (!isLookup(lookup.op))
      continue;
    const Shifted asked = shiftedBy(program, lookup.operands[0]);
    if (asked.value == tail.at)
      return IntegerInterval{asked.origin,
                             asked.origin + int64_t(program.tables[lookup.index].size()) - 1};
  }
  return std::nullopt;
}

bool isByte(IntegerInterval range) {
  return range.low < 0 ? range.low >= -128 && range.high <= 127 : range.high <= 255;
}

/// A pass over bytes costs as much as a few steps.
bool isWorthwhile(const ScalarProgram &program, const Tail &tail) {
  constexpr size_t fewest = 6;
  return tail.steps.size() >= fewest ||
         std::any_of(tail.steps.begin(), tail.steps.end(),
                     [&](uint16_t step) { return isLookup(program.instructions[step].op); });
}

/// The longest.
std::optional<Tail> tailOf(const ScalarProgram &program) {
  for (uint16_t at = 0; at < program.result; ++at) {
    if (program.instructions[at].type != ScalarType::I32 ||
        program.instructions[at].op == ScalarOp::Constant)
      continue;
    std::optional<std::vector<uint16_t>> steps = stepsFrom(program, at);
    if (!steps)
      continue;
    Tail tail{at, intervalOf(program, at), std::move(*steps)};
    if (!isByte(tail.range))
      tail.range = askedOf(program, tail).value_or(tail.range);
    if (isByte(tail.range) && isWorthwhile(program, tail))
      return tail;
  }
  return std::nullopt;
}

/// Runs a tail for one value.
class TailRunner {
public:
  enum class Outcome { Value, Impossible, Unknown };

  TailRunner(const ScalarProgram &program, const Tail &tail)
      : program(program), tail(tail), bits(program.instructions.size()) {
    for (size_t i = 0; i < bits.size(); ++i)
      bits[i] = program.instructions[i].bits; // of constants
  }

  Outcome run(int64_t value, uint8_t &result) {
    bits[tail.at] = uint32_t(int32_t(value));
    for (uint16_t step : tail.steps)
      if (Outcome outcome = apply(step); outcome != Outcome::Value)
        return outcome;
    result = uint8_t(bits[program.result]);
    return Outcome::Value;
  }

private:
  Outcome apply(uint16_t step) {
    const ScalarInstruction &instruction = program.instructions[step];
    ScalarType types[3];
    uint64_t operands[3];
    for (int k = 0; k < operandCount(instruction.op); ++k) {
      types[k] = program.instructions[instruction.operands[k]].type;
      operands[k] = bits[instruction.operands[k]];
    }
    if (!isLookup(instruction.op))
      return foldScalar(instruction.op, types, operands, bits[step]) ? Outcome::Value
                                                                     : Outcome::Unknown;
    const std::vector<uint32_t> &table = program.tables[instruction.index];
    if (uint32_t(operands[0]) >= table.size())
      return Outcome::Impossible;
    bits[step] = table[uint32_t(operands[0])];
    return Outcome::Value;
  }

  const ScalarProgram &program;
  const Tail &tail;
  std::vector<uint64_t> bits; // by value
};

} // namespace

std::optional<ByteTable> byteTableOf(const ScalarProgram &program) {
  if (!is8Bit(program.resultType))
    return std::nullopt;
  const std::optional<Tail> tail = tailOf(program);
  if (!tail)
    return std::nullopt;
  ByteTable result{program, {}};
  TailRunner runner(program, *tail);
  for (int64_t value = tail->range.low; value <= tail->range.high; ++value)
    if (runner.run(value, result.bytes[uint8_t(value)]) == TailRunner::Outcome::Unknown)
      return std::nullopt;
  result.rest.instructions.resize(size_t(tail->at) + 1);
  result.rest.result = tail->at;
  result.rest.resultType = tail->range.low < 0 ? ElementType::I8 : ElementType::U8;
  return result;
}

} // namespace qrt
