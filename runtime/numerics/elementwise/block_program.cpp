#include "runtime/numerics/elementwise/block_program.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstring>
#include <utility>

namespace qrt {

namespace {

float floatOf(uint64_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

/// Counts the uses of values that the result needs: an artifact's program may compute more.
std::vector<uint16_t> countUses(const ScalarProgram &program) {
  std::vector<uint16_t> uses(program.instructions.size());
  ++uses[program.result];
  for (size_t i = size_t(program.result) + 1; i-- > 0;)
    for (int k = 0; uses[i] > 0 && k < operandCount(program.instructions[i]); ++k)
      ++uses[program.instructions[i].operands[k]];
  return uses;
}

} // namespace

void BlockProgram::Constant::fill(void *slot) const {
  if (type == ScalarType::I64)
    std::fill_n(static_cast<uint64_t *>(slot), maxLanes, bits);
  else
    std::fill_n(static_cast<uint32_t *>(slot), maxLanes, uint32_t(bits));
}

BlockProgram::BlockProgram(Isa isa, const ScalarProgram &program)
    : table(byteTableOf(program)), program(table ? table->rest : program),
      kernels(laneKernels(isa)), planes(interleaveKernels(isa)), bytes(translateKernels(isa)),
      registers(RegisterProgram::of(isa, this->program)) {
  if (registers)
    finish = finishFormOf(this->program, *registers);
  std::vector<uint16_t> uses = countUses(this->program);
  result = fuseQuantize(uses);
  emitSteps(uses);
  assignSlots();
}

BlockProgramPtr prepareProgram(Isa isa, const ScalarProgram &program) {
  return std::make_shared<const BlockProgram>(isa, program);
}

/// Recognises the end of every quantized program, F32ToI32(Min(Max(Rint(t) +
/// z, lower), upper)), and returns t; else the program's result. Consumed
/// values lose their use.
uint16_t BlockProgram::fuseQuantize(std::vector<uint16_t> &uses) {
  const auto &code = program.instructions;
  uint16_t at = program.result;
  std::vector<uint16_t> consumed;
  auto is = [&](ScalarOp op) { return code[at].op == op && uses[at] == 1; };
  auto isConstant = [&](int k) { return code[code[at].operands[k]].op == ScalarOp::Constant; };
  auto step = [&] {
    consumed.push_back(at);
    at = code[at].operands[0];
  };
  QuantizeFn store = kernels.quantize[int(program.resultType)];
  if (!store || !is(ScalarOp::F32ToI32))
    return program.result;
  step();
  bool lower = false, upper = false;
  // Bounds in either order: they agree, since lower ≤ upper.
  for (int k = 0; k < 2; ++k) {
    bool max = is(ScalarOp::MaxF), min = is(ScalarOp::MinF);
    if (!(max || min) || !isConstant(1) || (max ? lower : upper))
      return program.result;
    float bound = floatOf(code[code[at].operands[1]].bits);
    (max ? bounds.lower : bounds.upper) = bound;
    (max ? lower : upper) = true;
    step();
  }
  if (is(ScalarOp::AddF) && isConstant(1)) {
    bounds.zero = floatOf(code[code[at].operands[1]].bits);
    step();
  }
  if (!is(ScalarOp::RintF) || !(bounds.lower <= bounds.upper))
    return program.result;
  step();
  for (uint16_t value : consumed)
    uses[value] = 0;
  quantize = store;
  return at;
}

void BlockProgram::emitSteps(const std::vector<uint16_t> &uses) {
  const auto &code = program.instructions;
  for (size_t i = 0; i <= result; ++i) {
    const ScalarInstruction &instruction = code[i];
    uint16_t value = uint16_t(i);
    if (uses[i] == 0)
      continue;
    if (instruction.op == ScalarOp::Input) {
      inputs.push_back({value, instruction.index, program.inputs[instruction.index].storage});
      continue;
    }
    if (instruction.op == ScalarOp::Constant) {
      constants.push_back({value, instruction.type, instruction.bits});
      continue;
    }
    if (instruction.op == ScalarOp::Load) {
      emitLoad(value);
      continue;
    }
    const uint16_t *operands = instruction.operands;
    int count = operandCount(instruction.op);
    Step step{nullptr, value, operands[0], count > 1 ? operands[1] : operands[0],
              count > 2 ? operands[2] : operands[0]};
    ScalarType type = code[operands[typingOperand(instruction.op)]].type;
    step.run = instruction.op == ScalarOp::RoundTo ? kernels.roundTo[instruction.index]
                                                   : kernels.lane[int(instruction.op)][int(type)];
    assert(step.run && "an operation without a loop");
    step.isGuard = instruction.op == ScalarOp::GuardIndex;
    if (isLookup(instruction.op))
      step.table = program.tables[instruction.index].data();
    if (instruction.op == ScalarOp::MulF)
      fuseScaling(step, uses);
    if (instruction.op == ScalarOp::ShrRoundI)
      fuseFixedScale(step, uses);
    useConstantBound(step, instruction.op);
    steps.push_back(step);
  }
}

void BlockProgram::emitLoad(uint16_t value) {
  const ScalarInstruction &instruction = program.instructions[value];
  Step step{nullptr, value, value, value, value};
  step.load = uint32_t(loads.size());
  loads.push_back({instruction.index,
                   {instruction.operands, instruction.operands + operandCount(instruction)}});
  steps.push_back(step);
}

std::vector<uint16_t> BlockProgram::operandsOf(const Step &step) const {
  return step.run ? std::vector<uint16_t>{step.a, step.b, step.c} : loads[step.load].coordinates;
}

/// NaN and the order of zeros cost steps that a constant operand mostly spares.
void BlockProgram::useConstantBound(Step &step, ScalarOp op) const {
  const auto &code = program.instructions;
  bool isMax = op == ScalarOp::MaxF;
  if (!isMax && op != ScalarOp::MinF)
    return;
  if (code[step.a].op == ScalarOp::Constant)
    std::swap(step.a, step.b);
  if (code[step.b].op != ScalarOp::Constant)
    return;
  float bound = floatOf(code[step.b].bits);
  if (std::isnan(bound))
    return;
  if (bound != 0 || std::signbit(bound) == isMax) // a tie is decided without a look at zeros
    step.run = isMax ? kernels.atLeast : kernels.atMost;
  else if (isMax)
    step.run = kernels.relu;
}

/// f32(a) · m and f32(a + b) · m over i32, the heads of quantized epilogues,
/// in one sweep: `step` is the product, its factors the last steps.
void BlockProgram::fuseScaling(Step &step, const std::vector<uint16_t> &uses) {
  const auto &code = program.instructions;
  auto lastIs = [&](uint16_t value, ScalarOp op) {
    return !steps.empty() && steps.back().target == value && uses[value] == 1 &&
           code[value].op == op;
  };
  if (step.a == step.b)
    return;
  bool swapped = !lastIs(step.a, ScalarOp::IntToF32);
  uint16_t converted = swapped ? step.b : step.a, factor = swapped ? step.a : step.b;
  if (!lastIs(converted, ScalarOp::IntToF32))
    return;
  uint16_t integer = code[converted].operands[0];
  if (code[integer].type != ScalarType::I32)
    return;
  steps.pop_back();
  if (lastIs(integer, ScalarOp::AddI)) {
    step = {kernels.multiplySum, step.target, steps.back().a, factor, steps.back().b};
    steps.pop_back();
  } else {
    step = {kernels.multiplyInt, step.target, integer, factor, integer};
  }
}

/// A doubling high product and the shift behind it, in one sweep: `step` is the shift.
void BlockProgram::fuseFixedScale(Step &step, const std::vector<uint16_t> &uses) {
  if (steps.empty() || steps.back().target != step.a || step.a == step.b || uses[step.a] != 1 ||
      program.instructions[step.a].op != ScalarOp::MulHighI)
    return;
  step = {kernels.fixedScale, step.target, steps.back().a, steps.back().b, step.b};
  steps.pop_back();
}

/// A slot is free again after its value's last use. Targets never share a
/// slot with their operands: the lane loops rely on it.
void BlockProgram::assignSlots() {
  const auto &code = program.instructions;
  std::vector<size_t> lastUse(code.size(), 0);
  for (size_t s = 0; s < steps.size(); ++s)
    for (uint16_t operand : operandsOf(steps[s]))
      lastUse[operand] = s;
  lastUse[result] = steps.size();
  slotOf.assign(code.size(), 0);
  for (const ScalarInstruction &instruction : code)
    if (instruction.type == ScalarType::I64)
      slotBytes = maxLanes * 8;
  // Inputs and constants keep theirs: they live across blocks.
  for (const Input &input : inputs)
    slotOf[input.value] = slots++;
  for (const Constant &constant : constants)
    slotOf[constant.value] = slots++;
  uint16_t firstTemporary = slots;
  std::vector<uint16_t> available;
  for (size_t s = 0; s < steps.size(); ++s) {
    const Step &step = steps[s];
    if (available.empty())
      available.push_back(slots++);
    slotOf[step.target] = available.back();
    available.pop_back();
    std::vector<uint16_t> operands = operandsOf(step);
    for (size_t k = 0; k < operands.size(); ++k) {
      auto here = operands.begin() + ptrdiff_t(k);
      bool seen = std::find(operands.begin(), here, *here) != here;
      if (!seen && lastUse[operands[k]] == s && slotOf[operands[k]] >= firstTemporary)
        available.push_back(slotOf[operands[k]]);
    }
  }
}

void BlockProgram::translate(void *data, int64_t rows, int64_t columns, int64_t rowStride,
                             int64_t columnStride) const {
  if (!table)
    return;
  auto *values = static_cast<uint8_t *>(data);
  const uint8_t *replacements = table->bytes.data();
  if (columnStride == 1 && rowStride == columns)
    return bytes.translate(values, rows * columns, replacements);
  for (int64_t r = 0; r < rows; ++r, values += rowStride)
    if (columnStride == 1)
      bytes.translate(values, columns, replacements);
    else
      for (int64_t c = 0; c < columns; ++c)
        values[c * columnStride] = replacements[values[c * columnStride]];
}

} // namespace qrt
