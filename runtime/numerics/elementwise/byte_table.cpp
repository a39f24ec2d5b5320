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

bool isByte(IntegerInterval range) {
  return range.low < 0 ? range.low >= -128 && range.high <= 127 : range.high <= 255;
}

/// Goes from a program's result towards its inputs, to each value that alone leads to the result.
class TailFinder {
public:
  explicit TailFinder(const ScalarProgram &program)
      : program(program), needed(program.instructions.size()), asked(needed.size()) {}

  /// The longest, where there is one.
  std::optional<Tail> find() {
    std::optional<Tail> longest;
    size_t length = 0;
    need(program.result);
    for (size_t i = size_t(program.result) + 1; i-- > 0 && open > 0;) {
      if (!needed[i])
        continue;
      if (const std::optional<IntegerInterval> range =
              open == 1 ? rangeOf(uint16_t(i)) : std::nullopt;
          range && isWorthwhile()) {
        longest = Tail{uint16_t(i), *range, {}};
        length = steps.size();
      }
      if (operandCount(code(i)) == 0 || code(i).op == ScalarOp::Load)
        break; // it comes from outside
      take(uint16_t(i));
    }
    if (longest)
      longest->steps.assign(steps.rend() - long(length), steps.rend());
    return longest;
  }

private:
  const ScalarInstruction &code(size_t value) const { return program.instructions[value]; }

  void need(uint16_t value) {
    if (needed[value] || code(value).op == ScalarOp::Constant)
      return;
    needed[value] = true;
    ++open;
  }

  void take(uint16_t value) {
    --open;
    steps.push_back(value);
    for (int k = 0; k < operandCount(code(value)); ++k)
      need(code(value).operands[k]);
    if (!isLookup(code(value).op))
      return;
    looksUp = true;
    // The operand is an index of the table, which bounds its values.
    const Shifted index = shiftedBy(program, code(value).operands[0]);
    asked[index.value] = IntegerInterval{
        index.origin, index.origin + int64_t(program.tables[code(value).index].size()) - 1};
  }

  std::optional<IntegerInterval> rangeOf(uint16_t value) const {
    if (code(value).type != ScalarType::I32)
      return std::nullopt;
    const IntegerInterval range = intervalOf(program, value);
    if (isByte(range))
      return range;
    return asked[value] && isByte(*asked[value]) ? asked[value] : std::nullopt;
  }

  /// A pass over bytes costs as much as a few steps.
  bool isWorthwhile() const {
    constexpr size_t fewest = 6;
    return looksUp || steps.size() >= fewest;
  }

  const ScalarProgram &program;
  std::vector<bool> needed;                          // by value
  std::vector<std::optional<IntegerInterval>> asked; // by value: of tables
  std::vector<uint16_t> steps;                       // from the result on
  size_t open = 0;                                   // needed, and not yet taken
  bool looksUp = false;
};

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
  const std::optional<Tail> tail = TailFinder(program).find();
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
