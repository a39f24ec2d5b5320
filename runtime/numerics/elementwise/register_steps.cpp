#include "runtime/numerics/elementwise/register_steps.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace qrt {

namespace {

struct Binary {
  ScalarOp op;
  RegisterOp withLeaf;
  std::optional<RegisterOp> leafFirst;
  std::optional<RegisterOp> withOther;
};
constexpr Binary binaries[] = {
    {ScalarOp::AddF, RegisterOp::AddF, RegisterOp::AddF, RegisterOp::AddOtherF},
    {ScalarOp::SubF, RegisterOp::SubF, RegisterOp::SubFromF, RegisterOp::SubOtherF},
    {ScalarOp::MulF, RegisterOp::MulF, RegisterOp::MulF, RegisterOp::MulOtherF},
    {ScalarOp::DivF, RegisterOp::DivF, std::nullopt, std::nullopt},
    {ScalarOp::AddI, RegisterOp::AddI, RegisterOp::AddI, RegisterOp::AddOtherI},
    {ScalarOp::SubI, RegisterOp::SubI, std::nullopt, RegisterOp::SubOtherI},
    {ScalarOp::MulI, RegisterOp::MulI, RegisterOp::MulI, RegisterOp::MulOtherI},
    {ScalarOp::ShlI, RegisterOp::ShlI, std::nullopt, std::nullopt},
    {ScalarOp::MulHighI, RegisterOp::MulHighI, RegisterOp::MulHighI, std::nullopt},
    {ScalarOp::ShrRoundI, RegisterOp::ShrRoundI, std::nullopt, std::nullopt},
    {ScalarOp::MaxI, RegisterOp::AtLeastI, RegisterOp::AtLeastI, std::nullopt},
    {ScalarOp::MinI, RegisterOp::AtMostI, RegisterOp::AtMostI, std::nullopt},
};

struct Unary {
  ScalarOp op;
  RegisterOp step;
};
constexpr Unary unaries[] = {{ScalarOp::RintF, RegisterOp::Rint},
                             {ScalarOp::F32ToI32, RegisterOp::ToI32},
                             {ScalarOp::IntToF32, RegisterOp::ToF32}};
constexpr Unary bounds[] = {{ScalarOp::MaxF, RegisterOp::AtLeast},
                            {ScalarOp::MinF, RegisterOp::AtMost}}; // with a constant

/// Types of fewer bits than a register's lane: how they are loaded, and how a float is rounded to
/// them.
struct Narrow {
  ElementType type;
  RegisterOp load;
  std::optional<RegisterOp> round;
};
constexpr Narrow narrows[] = {{ElementType::I8, RegisterOp::LoadI8, std::nullopt},
                              {ElementType::U8, RegisterOp::LoadU8, std::nullopt},
                              {ElementType::F16, RegisterOp::LoadF16, RegisterOp::RoundF16},
                              {ElementType::BF16, RegisterOp::LoadBF16, RegisterOp::RoundBF16}};

/// Walks a program's instructions and says each as a step; gives up at the first that has none.
class Allocator {
public:
  Allocator(const ScalarProgram &program, RegisterProgram &result)
      : program(program), result(result), uses(program.instructions.size()) {
    for (const ScalarInstruction &instruction : program.instructions)
      for (int k = 0; k < operandCount(instruction); ++k)
        ++uses[instruction.operands[k]];
    ++uses[program.result];
  }

  bool allocate() {
    for (size_t i = 0; i < program.instructions.size(); ++i) {
      const ScalarInstruction &instruction = program.instructions[i];
      if (operandCount(instruction) == 0 || !uses[i]) // constants and inputs: where they are read
        continue;
      if (isNumberTest(uint16_t(i))) { // said where it chooses
        uses[instruction.operands[0]] -= 2;
        continue;
      }
      if (!append(uint16_t(i), instruction))
        return false;
    }
    if (!holderOf(program.result) && !take(program.result)) // nothing but what is loaded
      return false;
    return holderOf(program.result) == 0 || moveResult();
  }

private:
  const ScalarInstruction &at(uint16_t value) const { return program.instructions[value]; }
  bool isConstant(uint16_t value) const { return at(value).op == ScalarOp::Constant; }

  /// x == x, read by one instruction.
  bool isNumberTest(uint16_t value) const {
    const ScalarInstruction &test = at(value);
    return test.op == ScalarOp::Equal && test.type == ScalarType::I32 &&
           at(test.operands[0]).type == ScalarType::F32 && test.operands[0] == test.operands[1] &&
           uses[value] == 1;
  }

  bool isLeaf(uint16_t value) const {
    if (at(value).op != ScalarOp::Input)
      return isConstant(value);
    const ScalarInput &input = program.inputs[at(value).index];
    return input.kind == ScalarInputKind::Channel && isWord(input.storage);
  }

  static bool isWord(ElementType type) { return isLoadedAsStored(type) && bitWidth(type) == 32; }

  std::optional<int> holderOf(uint16_t value) const {
    for (int r = 0; r < stepRegisters; ++r)
      if (held[r] == value)
        return r;
    return std::nullopt;
  }

  std::optional<int> freeRegister() const {
    for (int r = 0; r < stepRegisters; ++r)
      if (!held[r])
        return r;
    return std::nullopt;
  }

  void say(RegisterOp op, int target, uint16_t a = 0, uint16_t b = 0) {
    result.steps.push_back({uint8_t(stepRegisters * int(op) + target), a, b});
  }

  /// The register of an operand, loaded where it is an input of the program.
  std::optional<int> take(uint16_t value) {
    if (std::optional<int> holder = holderOf(value))
      return holder;
    std::optional<int> target = freeRegister();
    if (at(value).op != ScalarOp::Input || !target)
      return std::nullopt;
    const ScalarInput &input = program.inputs[at(value).index];
    if (input.kind != ScalarInputKind::Accumulator && input.kind != ScalarInputKind::Tensor)
      return std::nullopt;
    const std::optional<RegisterOp> op = loadOf(input.storage);
    if (!op)
      return std::nullopt;
    say(*op, *target, positionIn(result.loads, at(value).index));
    held[*target] = value;
    return target;
  }

  static std::optional<RegisterOp> loadOf(ElementType storage) {
    if (isWord(storage))
      return RegisterOp::Load;
    for (const Narrow &row : narrows)
      if (row.type == storage)
        return row.load;
    return std::nullopt;
  }

  static uint16_t positionIn(std::vector<uint32_t> &list, uint32_t element) {
    auto place = std::find(list.begin(), list.end(), element);
    if (place == list.end())
      place = list.insert(list.end(), element);
    return uint16_t(place - list.begin());
  }

  /// A leaf of a step. Channels stand behind all constants, whose number is known at the end.
  uint16_t leaf(uint16_t value) {
    if (!isConstant(value))
      return uint16_t(firstChannelLeaf + positionIn(result.channels, at(value).index));
    std::array<uint32_t, 16> lanes;
    lanes.fill(uint32_t(at(value).bits));
    result.constants.push_back(lanes);
    return uint16_t(result.constants.size() - 1);
  }

  /// A register that holds `value` for a step to overwrite: a copy, where it has further uses.
  std::optional<int> own(uint16_t value) {
    std::optional<int> holder = take(value);
    if (!holder || --uses[value] == 0)
      return holder;
    std::optional<int> copy = freeRegister();
    if (copy)
      say(RegisterOp::Copy, *copy);
    return copy;
  }

  /// The last use of `value` beside the step's target.
  bool releaseOther(uint16_t value) {
    std::optional<int> holder = holderOf(value);
    if (!holder)
      return false;
    if (--uses[value] == 0)
      held[*holder].reset();
    return true;
  }

  bool finish(uint16_t value, std::optional<int> target) {
    if (target)
      held[*target] = value;
    return target.has_value();
  }

  bool unary(uint16_t value, const ScalarInstruction &instruction, RegisterOp op) {
    std::optional<int> target = own(instruction.operands[0]);
    if (target)
      say(op, *target);
    return finish(value, target);
  }

  bool binary(uint16_t value, const ScalarInstruction &instruction, const Binary &row) {
    uint16_t a = instruction.operands[0], b = instruction.operands[1];
    std::optional<RegisterOp> op = row.withLeaf;
    if (isLeaf(a)) {
      std::swap(a, b);
      op = row.leafFirst;
    }
    if (isLeaf(a) || !op)
      return false;
    if (isLeaf(b)) {
      std::optional<int> target = own(a);
      if (target)
        say(*op, *target, leaf(b));
      return finish(value, target);
    }
    return row.withOther && ofTwo(value, a, b, *row.withOther);
  }

  bool ofTwo(uint16_t value, uint16_t a, uint16_t b, RegisterOp op, uint16_t operand = 0) {
    if (a == b || !take(a) || !take(b) || uses[a] != 1)
      return false;
    std::optional<int> target = own(a);
    say(op, *target, operand);
    return releaseOther(b) && finish(value, target);
  }

  bool multiplyAdd(uint16_t value, const ScalarInstruction &instruction) {
    uint16_t a = instruction.operands[0], b = instruction.operands[1], c = instruction.operands[2];
    if (isLeaf(a))
      std::swap(a, b);
    if (isLeaf(a) || !isLeaf(b))
      return false;
    if (!isLeaf(c))
      return ofTwo(value, a, c, RegisterOp::MultiplyAddOther, leaf(b));
    std::optional<int> target = own(a);
    if (target) {
      uint16_t factor = leaf(b);
      say(RegisterOp::MultiplyAdd, *target, factor, leaf(c));
    }
    return finish(value, target);
  }

  /// x == x ? x : 0, as nn.quantize has it.
  bool choice(uint16_t value, const ScalarInstruction &instruction) {
    const uint16_t test = instruction.operands[0], x = instruction.operands[1];
    if (!isNumberTest(test) || at(test).operands[0] != x || isLeaf(x) ||
        !isConstant(instruction.operands[2]) || at(instruction.operands[2]).bits != 0)
      return false;
    std::optional<int> target = own(x);
    if (target)
      say(RegisterOp::NumberOr0, *target);
    return finish(value, target);
  }

  bool rounding(uint16_t value, const ScalarInstruction &instruction) {
    for (const Narrow &row : narrows)
      if (row.type == ElementType(instruction.index) && row.round)
        return unary(value, instruction, *row.round);
    return false;
  }

  /// Only with constants of which the simple comparison has the right zero and no NaN.
  bool bound(uint16_t value, const ScalarInstruction &instruction, RegisterOp step) {
    bool isMax = step == RegisterOp::AtLeast;
    uint16_t a = instruction.operands[0], b = instruction.operands[1];
    if (isConstant(a))
      std::swap(a, b);
    if (!isConstant(b) || isConstant(a))
      return false;
    float limit = std::bit_cast<float>(uint32_t(at(b).bits));
    bool isTie = limit == 0 && std::signbit(limit) != isMax;
    if (std::isnan(limit) || (isTie && !isMax))
      return false;
    std::optional<int> target = own(a);
    if (target && isTie)
      say(RegisterOp::Relu, *target);
    else if (target)
      say(step, *target, leaf(b));
    return finish(value, target);
  }

  bool append(uint16_t value, const ScalarInstruction &instruction) {
    if (at(instruction.operands[0]).type == ScalarType::I64)
      return false;
    for (const Binary &row : binaries)
      if (row.op == instruction.op)
        return binary(value, instruction, row);
    for (const Unary &row : unaries)
      if (row.op == instruction.op)
        return unary(value, instruction, row.step);
    for (const Unary &row : bounds)
      if (row.op == instruction.op)
        return bound(value, instruction, row.step);
    if (instruction.op == ScalarOp::Select)
      return choice(value, instruction);
    if (instruction.op == ScalarOp::RoundTo)
      return rounding(value, instruction);
    return instruction.op == ScalarOp::FmaF && multiplyAdd(value, instruction);
  }

  bool moveResult() {
    if (holderOf(program.result) != 1)
      return false;
    say(RegisterOp::Copy, 0);
    return true;
  }

  const ScalarProgram &program;
  RegisterProgram &result;
  std::vector<uint16_t> uses;
  std::array<std::optional<uint16_t>, stepRegisters> held;
};

} // namespace

bool sayAsSteps(const ScalarProgram &program, RegisterProgram &result) {
  return Allocator(program, result).allocate();
}

} // namespace qrt
