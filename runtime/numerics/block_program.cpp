#include "runtime/numerics/block_program.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace qrt {

namespace {

float floatOf(uint64_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

int arity(ScalarOp op) {
  switch (op) {
  case ScalarOp::Input:
  case ScalarOp::Constant:
    return 0;
  case ScalarOp::FmaF:
  case ScalarOp::Select:
    return 3;
  case ScalarOp::NegF:
  case ScalarOp::AbsF:
  case ScalarOp::RintF:
  case ScalarOp::FloorF:
  case ScalarOp::CeilF:
  case ScalarOp::SqrtF:
  case ScalarOp::ExpF:
  case ScalarOp::LogF:
  case ScalarOp::TanhF:
  case ScalarOp::ErfF:
  case ScalarOp::SigmoidF:
  case ScalarOp::IntToF32:
  case ScalarOp::F32ToI32:
  case ScalarOp::I32ToI64:
  case ScalarOp::LookupF32:
  case ScalarOp::LookupI32:
    return 1;
  default:
    return 2;
  }
}

std::vector<uint16_t> countUses(const ScalarProgram &program) {
  std::vector<uint16_t> uses(program.instructions.size());
  for (const ScalarInstruction &instruction : program.instructions)
    for (int k = 0; k < arity(instruction.op); ++k)
      ++uses[instruction.operands[k]];
  ++uses[program.result];
  return uses;
}

} // namespace

BlockProgram::BlockProgram(Isa isa, const ScalarProgram &program)
    : program(program), kernels(kernelsFor(isa)) {
  std::vector<uint16_t> uses = countUses(program);
  result = fuseQuantize(uses);
  emitSteps(uses);
  assignSlots();
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
    const uint16_t *operands = instruction.operands;
    int count = arity(instruction.op);
    Step step{nullptr, value, operands[0], count > 1 ? operands[1] : operands[0],
              count > 2 ? operands[2] : operands[0]};
    // Select is typed by what it selects.
    ScalarType type = code[operands[instruction.op == ScalarOp::Select ? 1 : 0]].type;
    step.run = kernels.lane(instruction.op, type);
    assert(step.run && "an operation without a loop");
    if (instruction.op == ScalarOp::LookupF32 || instruction.op == ScalarOp::LookupI32)
      step.table = program.tables[instruction.index].data();
    if (instruction.op == ScalarOp::MulF)
      fuseScaling(step, uses);
    steps.push_back(step);
  }
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

/// A slot is free again after its value's last use. Targets never share a
/// slot with their operands: the lane loops rely on it.
void BlockProgram::assignSlots() {
  const auto &code = program.instructions;
  std::vector<size_t> lastUse(code.size(), 0);
  for (size_t s = 0; s < steps.size(); ++s)
    for (uint16_t operand : {steps[s].a, steps[s].b, steps[s].c})
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
    uint16_t operands[3] = {step.a, step.b, step.c};
    for (int k = 0; k < 3; ++k) {
      bool seen = std::find(operands, operands + k, operands[k]) != operands + k;
      if (!seen && lastUse[operands[k]] == s && slotOf[operands[k]] >= firstTemporary)
        available.push_back(slotOf[operands[k]]);
    }
  }
}

ElementType accumulatorType(const ScalarProgram &program, ElementType otherwise) {
  for (const ScalarInput &input : program.inputs)
    if (input.kind == ScalarInputKind::Accumulator)
      return input.storage;
  return otherwise;
}

BlockRunner::BlockRunner(const BlockProgram &program)
    : block(program), memory((program.slots + 1) * program.slotBytes),
      slotOf(program.slotOf.size()), operands(program.slotOf.size()),
      loaded(program.inputs.size()) {
  char *base = memory.as<char>();
  for (size_t v = 0; v < slotOf.size(); ++v) {
    slotOf[v] = base + block.slotOf[v] * block.slotBytes;
    operands[v] = slotOf[v];
  }
  storeBuffer = base + block.slots * block.slotBytes;
  for (const BlockProgram::Constant &constant : block.constants) {
    if (constant.type == ScalarType::I64)
      std::fill_n(static_cast<uint64_t *>(slotOf[constant.value]), block.maxLanes, constant.bits);
    else
      std::fill_n(static_cast<uint32_t *>(slotOf[constant.value]), block.maxLanes,
                  uint32_t(constant.bits));
  }
}

namespace {

const char *advance(const void *data, int64_t elements, ElementType type) {
  return static_cast<const char *>(data) + elements * int64_t(byteWidth(type));
}

/// Storage types that programs hold as they are.
bool needsNoWidening(ElementType type) {
  return type == ElementType::F32 || type == ElementType::I32 || type == ElementType::I64;
}

/// Moves `count` elements apart by `stride` together.
template <class T> void gatherAs(void *target, const void *source, int64_t count, int64_t stride) {
  T *t = static_cast<T *>(target);
  const T *s = static_cast<const T *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i] = s[i * stride];
}
void gather(size_t width, void *target, const void *source, int64_t count, int64_t stride) {
  switch (width) {
  case 1:
    return gatherAs<uint8_t>(target, source, count, stride);
  case 2:
    return gatherAs<uint16_t>(target, source, count, stride);
  case 4:
    return gatherAs<uint32_t>(target, source, count, stride);
  default:
    return gatherAs<uint64_t>(target, source, count, stride);
  }
}

template <class T> void scatterAs(void *target, const void *source, int64_t count, int64_t stride) {
  T *t = static_cast<T *>(target);
  const T *s = static_cast<const T *>(source);
  for (int64_t i = 0; i < count; ++i)
    t[i * stride] = s[i];
}
void scatter(size_t width, void *target, const void *source, int64_t count, int64_t stride) {
  switch (width) {
  case 1:
    return scatterAs<uint8_t>(target, source, count, stride);
  case 2:
    return scatterAs<uint16_t>(target, source, count, stride);
  case 4:
    return scatterAs<uint32_t>(target, source, count, stride);
  default:
    return scatterAs<uint64_t>(target, source, count, stride);
  }
}

} // namespace

/// Where the block finds input i: in place if it is dense and needs no
/// widening, else in its slot.
const void *BlockRunner::load(size_t i, const TileInput &input, int64_t rows, int64_t columns) {
  const BlockProgram::Input &spec = block.inputs[i];
  bool rowsDense = input.columnStride == 1 || columns == 1;
  bool dense = rowsDense && (rows == 1 || input.rowStride == columns);
  if (dense && needsNoWidening(spec.storage))
    return input.data;
  void *slot = slotOf[spec.value];
  Loaded &held = loaded[i];
  bool broadcast = input.rowStride == 0 || rows == 1;
  if (broadcast && held.from.data == input.data && held.columns == columns && held.rows >= rows &&
      held.from.columnStride == input.columnStride)
    return slot;
  auto widen = block.kernels.load[int(spec.storage)];
  size_t width = byteWidth(spec.storage);
  size_t slotWidth = spec.storage == ElementType::I64 ? 8 : 4;
  if (dense) {
    widen(slot, input.data, rows * columns);
    held.rows = 0;
    return slot;
  }
  alignas(8) char together[BlockProgram::maxLanes * 8];
  if (columns == 1) { // a column vector: gather along the rows
    gather(width, together, input.data, rows, input.rowStride);
    widen(slot, together, rows);
  } else {
    for (int64_t r = 0; r < rows; ++r) {
      char *target = static_cast<char *>(slot) + r * columns * int64_t(slotWidth);
      const char *source = advance(input.data, r * input.rowStride, spec.storage);
      if (r > 0 && input.rowStride == 0) {
        std::memcpy(target, slot, columns * slotWidth);
        continue;
      }
      if (input.columnStride != 1) {
        gather(width, together, source, columns, input.columnStride);
        source = together;
      }
      widen(target, source, columns);
    }
  }
  held = {input, input.rowStride == 0 ? rows : rows == 1 ? 1 : 0, columns};
  return slot;
}

/// Runs the steps; the result lands dense at `denseTarget` in its storage type.
void BlockRunner::execute(int64_t lanes, void *denseTarget) {
  ElementType type = block.program.resultType;
  const auto &steps = block.steps;
  bool direct = !block.quantize && needsNoWidening(type);
  for (size_t s = 0; s < steps.size(); ++s) {
    const BlockProgram::Step &step = steps[s];
    void *target = direct && s + 1 == steps.size() ? denseTarget : slotOf[step.target];
    const void *b = step.table ? step.table : operands[step.b];
    step.run(target, operands[step.a], b, operands[step.c], lanes);
  }
  bool stored = direct && !steps.empty() && steps.back().target == block.result;
  const void *result = operands[block.result];
  if (block.quantize)
    block.quantize(denseTarget, static_cast<const float *>(result), block.bounds, lanes);
  else if (!stored)
    block.kernels.store[int(type)](denseTarget, result, lanes);
}

void BlockRunner::runBlock(std::span<const TileInput> inputs, int64_t row, int64_t rows,
                           int64_t column, int64_t columns, TileOutput output) {
  for (size_t i = 0; i < block.inputs.size(); ++i) {
    const BlockProgram::Input &spec = block.inputs[i];
    const TileInput &tile = inputs[spec.position];
    int64_t first = row * tile.rowStride + column * tile.columnStride;
    operands[spec.value] =
        load(i, {advance(tile.data, first, spec.storage), tile.rowStride, tile.columnStride}, rows,
             columns);
  }
  ElementType type = block.program.resultType;
  size_t width = byteWidth(type);
  char *target = static_cast<char *>(output.data) +
                 (row * output.rowStride + column * output.columnStride) * int64_t(width);
  bool rowsDense = output.columnStride == 1 || columns == 1;
  if (rowsDense && (rows == 1 || output.rowStride == columns))
    return execute(rows * columns, target);
  execute(rows * columns, storeBuffer);
  for (int64_t r = 0; r < rows; ++r) {
    const char *source = static_cast<char *>(storeBuffer) + r * columns * int64_t(width);
    char *rowTarget = target + r * output.rowStride * int64_t(width);
    if (output.columnStride == 1)
      std::memcpy(rowTarget, source, columns * width);
    else
      scatter(width, rowTarget, source, columns, output.columnStride);
  }
}

void BlockRunner::run(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                      TileOutput output) {
  constexpr int64_t lanes = BlockProgram::maxLanes;
  // Slots remember pointers; memory behind them may have changed since.
  for (Loaded &held : loaded)
    held.rows = 0;
  int64_t blockColumns = std::min(columns, lanes);
  int64_t blockRows = blockColumns ? std::max<int64_t>(1, lanes / blockColumns) : 1;
  for (int64_t column = 0; column < columns; column += blockColumns)
    for (int64_t row = 0; row < rows; row += blockRows)
      runBlock(inputs, row, std::min(blockRows, rows - row), column,
               std::min(blockColumns, columns - column), output);
}

EpilogueRunner::EpilogueRunner(const BlockProgram &program, const Epilogue &epilogue,
                               int64_t pixels, int64_t channels)
    : block(program), epilogue(epilogue), pixels(pixels), channels(channels), runner(program),
      inputs(program.program.inputs.size()) {}

void EpilogueRunner::run(const Tile &tile, const void *acc, int64_t accStride,
                         const int32_t *counts) {
  int rowAxis = tile.rowsAreSamples ? 0 : 1;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const ScalarInput &input = block.program.inputs[i];
    switch (input.kind) {
    case ScalarInputKind::Accumulator:
      inputs[i] = {acc, accStride, 1};
      break;
    case ScalarInputKind::Count:
      assert(counts && "only pools count");
      inputs[i] = {counts, 1, 0};
      break;
    case ScalarInputKind::Tensor: {
      const EpilogueTensor &tensor = epilogue.tensors[input.index];
      int64_t first = tile.sample * tensor.strides[0] + tile.pixel * tensor.strides[1] +
                      tile.channel * tensor.strides[2];
      inputs[i] = {advance(tensor.data, first, input.storage), tensor.strides[rowAxis],
                   tensor.strides[2]};
      break;
    }
    case ScalarInputKind::Channel:
      inputs[i] = {advance(epilogue.channels[input.index], tile.channel, input.storage), 0, 1};
      break;
    }
  }
  int64_t first = (tile.sample * pixels + tile.pixel) * channels + tile.channel;
  int64_t rowStride = tile.rowsAreSamples ? pixels * channels : channels;
  char *output =
      static_cast<char *>(epilogue.output) + first * int64_t(byteWidth(block.program.resultType));
  runner.run(inputs, tile.rows, tile.columns, {output, rowStride, 1});
}

} // namespace qrt
