#include "runtime/numerics/scalar/scalar_bounds.h"
#include "runtime/numerics/scalar/scalar_fold.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <limits>

namespace qrt {

namespace {

using Value = ScalarBuilder::Value;

template <class T> uint64_t bitsOf(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof value);
  return bits;
}

bool same(const ScalarInstruction &a, const ScalarInstruction &b) {
  return a.op == b.op && a.type == b.type && std::ranges::equal(a.operands, b.operands) &&
         a.index == b.index && a.bits == b.bits;
}

} // namespace

ScalarBuilder::Value ScalarBuilder::append(ScalarInstruction instruction) {
  auto &code = program.instructions;
  for (size_t i = 0; i < code.size(); ++i)
    if (same(code[i], instruction))
      return {uint16_t(i), instruction.type};
  assert(code.size() < std::numeric_limits<uint16_t>::max() && "program too long");
  code.push_back(instruction);
  return {uint16_t(code.size() - 1), instruction.type};
}

uint32_t ScalarBuilder::inputPosition(ScalarInput input) {
  assert(loadedType(input.storage) && "a type that programs hold");
  auto &inputs = program.inputs;
  auto found = std::find(inputs.begin(), inputs.end(), input);
  uint32_t position = uint32_t(found - inputs.begin());
  if (found == inputs.end())
    inputs.push_back(input);
  return position;
}

Value ScalarBuilder::input(ScalarInput input) {
  assert(input.kind != ScalarInputKind::Indexed && "loads say where");
  return append(
      {.op = ScalarOp::Input, .type = *loadedType(input.storage), .index = inputPosition(input)});
}

Value ScalarBuilder::load(ScalarInput from, std::span<const Value> coordinates) {
  assert(from.kind == ScalarInputKind::Indexed && coordinates.size() <= maxScalarOperands);
  ScalarInstruction load{.op = ScalarOp::Load,
                         .type = *loadedType(from.storage),
                         .index = inputPosition(from),
                         .bits = coordinates.size()};
  for (size_t i = 0; i < coordinates.size(); ++i) {
    assert(coordinates[i].type == ScalarType::I32);
    load.operands[i] = coordinates[i].id;
  }
  return append(load);
}

Value ScalarBuilder::constant(float value) {
  return append({.op = ScalarOp::Constant, .type = ScalarType::F32, .bits = bitsOf(value)});
}
Value ScalarBuilder::constant(int32_t value) {
  return append({.op = ScalarOp::Constant, .type = ScalarType::I32, .bits = bitsOf(value)});
}
Value ScalarBuilder::constant64(int64_t value) {
  return append({.op = ScalarOp::Constant, .type = ScalarType::I64, .bits = bitsOf(value)});
}

Value ScalarBuilder::apply(ScalarOp op, Value a) {
  assert(operandCount(op) == 1);
  return apply(op, a, {}, {});
}
Value ScalarBuilder::apply(ScalarOp op, Value a, Value b) {
  assert(operandCount(op) == 2);
  return apply(op, a, b, {});
}

Value ScalarBuilder::apply(ScalarOp op, Value a, Value b, Value c) {
  Value values[3] = {a, b, c};
  ScalarType types[3] = {a.type, b.type, c.type};
  std::optional<ScalarType> result = resultType(op, types);
  assert(result && "an operation of values of its types");
  ScalarInstruction instruction{.op = op, .type = *result};
  uint64_t bits[3] = {0, 0, 0};
  int constants = 0, count = operandCount(op);
  for (int i = 0; i < count; ++i) {
    const ScalarInstruction &operand = program.instructions[values[i].id];
    constants += operand.op == ScalarOp::Constant;
    bits[i] = operand.bits;
    instruction.operands[i] = values[i].id;
  }
  uint64_t folded;
  if (constants == count && foldScalar(op, types, bits, folded))
    return append({.op = ScalarOp::Constant, .type = instruction.type, .bits = folded});
  bool isDecided = program.instructions[a.id].op == ScalarOp::Constant;
  if (op == ScalarOp::Select && isDecided)
    return bits[0] ? b : c;
  if (std::optional<Value> simpler = simplerBound(op, a, b))
    return *simpler;
  return append(instruction);
}

/// A bound that `a` keeps anyway is dropped; one behind a quantization, a
/// quantized ReLU, becomes that one's own.
std::optional<Value> ScalarBuilder::simplerBound(ScalarOp op, Value a, Value bound) {
  const bool isMax = op == ScalarOp::MaxI;
  const bool isMin = op == ScalarOp::MinI;
  if (!isMax && !isMin)
    return std::nullopt;
  if (program.instructions[bound.id].op != ScalarOp::Constant)
    return std::nullopt;
  IntegerInterval values = intervalOf(program, a.id);
  int64_t limit = intervalOf(program, bound.id).low;
  if (isMax ? limit <= values.low : limit >= values.high)
    return a;
  std::optional<QuantizedSteps> quantized = quantizedSteps(program, a.id);
  if (!quantized || limit < values.low || limit > values.high)
    return std::nullopt;
  Value steps{quantized->steps, ScalarType::F32};
  Value low = constant(isMax ? float(limit) : quantized->low);
  Value high = constant(isMax ? quantized->high : float(limit));
  return apply(ScalarOp::F32ToI32, apply(ScalarOp::MinF, apply(ScalarOp::MaxF, steps, low), high));
}

Value ScalarBuilder::lookup(const std::vector<float> &table, Value index) {
  std::vector<uint32_t> bits(table.size());
  std::memcpy(bits.data(), table.data(), table.size() * sizeof(float));
  return lookupBits(ScalarOp::LookupF32, std::move(bits), index);
}

Value ScalarBuilder::lookup(const std::vector<int32_t> &table, Value index) {
  return lookupBits(ScalarOp::LookupI32, {table.begin(), table.end()}, index);
}

Value ScalarBuilder::lookupBits(ScalarOp op, std::vector<uint32_t> table, Value index) {
  assert(index.type == ScalarType::I32);
  ScalarType type = *resultType(op, &index.type);
  const ScalarInstruction &operand = program.instructions[index.id];
  if (operand.op == ScalarOp::Constant && operand.bits < table.size())
    return append({.op = ScalarOp::Constant, .type = type, .bits = table[operand.bits]});
  auto found = std::find(program.tables.begin(), program.tables.end(), table);
  uint32_t position = uint32_t(found - program.tables.begin());
  if (found == program.tables.end())
    program.tables.push_back(std::move(table));
  return append({.op = op, .type = type, .operands = {index.id, 0, 0}, .index = position});
}

Value ScalarBuilder::roundTo(ElementType type, Value value) {
  assert(narrowLayout(type) && value.type == ScalarType::F32);
  const ScalarInstruction &operand = program.instructions[value.id];
  if (operand.op == ScalarOp::Constant) {
    FloatLayout layout = *narrowLayout(type);
    return constant(
        widenFloat(layout, narrowFloat(layout, std::bit_cast<float>(uint32_t(operand.bits)))));
  }
  return append({.op = ScalarOp::RoundTo,
                 .type = ScalarType::F32,
                 .operands = {value.id},
                 .index = uint32_t(type)});
}

Value ScalarBuilder::inlineProgram(const ScalarProgram &body, std::span<const Argument> arguments) {
  assert(arguments.size() == body.inputs.size() && "one argument per input");
  std::vector<Value> values;
  for (const ScalarInstruction &instruction : body.instructions) {
    Value operands[maxScalarOperands];
    int count = operandCount(instruction);
    for (int i = 0; i < count; ++i)
      operands[i] = values[instruction.operands[i]];
    if (instruction.op == ScalarOp::Input) {
      const Argument &argument = arguments[instruction.index];
      values.push_back(argument.isInput ? input(argument.input) : argument.value);
      assert(values.back().type == instruction.type);
    } else if (instruction.op == ScalarOp::Load) {
      values.push_back(load(arguments[instruction.index].input, {operands, size_t(count)}));
    } else if (instruction.op == ScalarOp::Constant) {
      values.push_back(append(instruction));
    } else if (isLookup(instruction.op)) {
      values.push_back(lookupBits(instruction.op, body.tables[instruction.index], operands[0]));
    } else if (instruction.op == ScalarOp::RoundTo) {
      values.push_back(roundTo(ElementType(instruction.index), operands[0]));
    } else {
      values.push_back(apply(instruction.op, operands[0], operands[1], operands[2]));
    }
  }
  return values[body.result];
}

ScalarProgram ScalarBuilder::finish(Value result, ElementType resultType) {
  assert(loadedType(resultType) == result.type && "the result's storage fits its type");
  ScalarProgram finished = program;
  finished.result = result.id;
  finished.resultType = resultType;
  eliminateDeadCode(finished);
  return finished;
}

std::vector<bool> usedInputs(const ScalarProgram &program) {
  std::vector<bool> used(program.inputs.size());
  for (const ScalarInstruction &instruction : program.instructions)
    if (readsInput(instruction.op))
      used[instruction.index] = true;
  return used;
}

void eliminateDeadCode(ScalarProgram &program) {
  std::vector<bool> live(program.instructions.size());
  live[program.result] = true;
  for (size_t i = program.instructions.size(); i-- > 0;)
    if (live[i])
      for (int k = 0; k < operandCount(program.instructions[i]); ++k)
        live[program.instructions[i].operands[k]] = true;

  std::vector<uint16_t> renumbered(program.instructions.size());
  std::vector<uint32_t> tablePosition(program.tables.size(), ~0u);
  std::vector<ScalarInstruction> kept;
  std::vector<std::vector<uint32_t>> tables;
  for (size_t i = 0; i < program.instructions.size(); ++i) {
    if (!live[i])
      continue;
    ScalarInstruction instruction = program.instructions[i];
    for (int k = 0; k < operandCount(instruction); ++k)
      instruction.operands[k] = renumbered[instruction.operands[k]];
    if (isLookup(instruction.op)) {
      uint32_t &position = tablePosition[instruction.index];
      if (position == ~0u) {
        position = uint32_t(tables.size());
        tables.push_back(program.tables[instruction.index]);
      }
      instruction.index = position;
    }
    renumbered[i] = uint16_t(kept.size());
    kept.push_back(instruction);
  }
  program.result = renumbered[program.result];
  program.instructions = std::move(kept);
  program.tables = std::move(tables);
}

} // namespace qrt
