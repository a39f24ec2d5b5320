#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/moves/transpose.h"
#include "runtime/numerics/moves/width.h"

#include <algorithm>
#include <cstring>

namespace qrt {

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
  for (const BlockProgram::Constant &constant : block.constants)
    constant.fill(slotOf[constant.value]);
}

static void scatter(size_t width, void *target, const void *source, int64_t count, int64_t stride) {
  visitWidth(width, [&](auto unit) {
    auto *t = static_cast<decltype(unit) *>(target);
    auto *s = static_cast<const decltype(unit) *>(source);
    for (int64_t i = 0; i < count; ++i)
      t[i * stride] = s[i];
  });
}

/// a, a + b, a + 2·b, … along rows and columns.
static void count(int32_t *target, const TileInput &from, int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      *target++ = int32_t(from.first + r * from.rowStride + c * from.columnStride);
}

/// A tile's input that is no dense row, as the slot of its block: rows of columns.
static void assemble(const LaneKernels &kernels, ElementType storage, const TileInput &input,
                     int64_t rows, int64_t columns, void *slot) {
  auto widen = kernels.load[int(storage)];
  size_t width = byteWidth(storage);
  size_t slotWidth = loadedType(storage) == ScalarType::I64 ? 8 : 4;
  alignas(8) char together[BlockProgram::maxLanes * 8];
  if (columns == 1) { // a column vector: gather along the rows
    gather(width, together, input.data, rows, input.rowStride);
    return widen(slot, together, rows);
  }
  if (rows > 1 && input.rowStride == 1) { // what is contiguous are columns
    transpose(width, {rows, columns, input.columnStride, columns}, input.data, together);
    return widen(slot, together, rows * columns);
  }
  for (int64_t r = 0; r < rows; ++r) {
    char *target = static_cast<char *>(slot) + r * columns * int64_t(slotWidth);
    const char *source = advance(input.data, r * input.rowStride, storage);
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

/// Returns the block's values of input i: in place if the input is dense and needs no widening,
/// else widened into its slot.
const void *BlockRunner::load(size_t i, const TileInput &input, int64_t rows, int64_t columns) {
  const BlockProgram::Input &spec = block.inputs[i];
  if (!input.data) {
    count(static_cast<int32_t *>(slotOf[spec.value]), input, rows, columns);
    return slotOf[spec.value];
  }
  bool rowsDense = input.columnStride == 1 || columns == 1;
  bool dense = rowsDense && (rows == 1 || input.rowStride == columns);
  if (dense && isLoadedAsStored(spec.storage))
    return input.data;
  void *slot = slotOf[spec.value];
  Loaded &held = loaded[i];
  bool broadcast = input.rowStride == 0 || rows == 1;
  if (broadcast && held.from.data == input.data && held.columns == columns && held.rows >= rows &&
      held.from.columnStride == input.columnStride)
    return slot;
  if (dense) {
    block.kernels.load[int(spec.storage)](slot, input.data, rows * columns);
    held.rows = 0;
    return slot;
  }
  assemble(block.kernels, spec.storage, input, rows, columns, slot);
  held = {input, input.rowStride == 0 ? rows : rows == 1 ? 1 : 0, columns};
  return slot;
}

void BlockRunner::loadIndexed(const BlockProgram::Load &load, const TileInput &from, int64_t lanes,
                              void *target) const {
  ElementType type = block.program.inputs[load.position].storage;
  std::span<const int64_t> strides = loadStrides[load.position];
  int64_t offsets[BlockProgram::maxLanes] = {};
  for (size_t k = 0; k < load.coordinates.size(); ++k) {
    const int32_t *coordinate = static_cast<const int32_t *>(operands[load.coordinates[k]]);
    for (int64_t i = 0; i < lanes; ++i)
      offsets[i] += coordinate[i] * strides[k];
  }
  alignas(8) char together[BlockProgram::maxLanes * 8];
  void *values = isLoadedAsStored(type) ? target : together;
  gather(byteWidth(type), values, from.data, offsets, lanes);
  if (values != target)
    block.kernels.load[int(type)](target, values, lanes);
}

void BlockRunner::checkGuard(const BlockProgram::Step &step, int64_t lanes) {
  const int32_t *index = static_cast<const int32_t *>(operands[step.a]);
  const int32_t *size = static_cast<const int32_t *>(operands[step.b]);
  bool fault = false;
  for (int64_t i = 0; i < lanes; ++i)
    fault |= index[i] < 0 || index[i] >= size[i];
  for (int64_t i = 0; fault && i < lanes; ++i) {
    OutsideIndex one{index[i], size[i]};
    if ((one.index < 0 || one.index >= one.size) && (!outside || one < *outside))
      outside = one;
  }
}

/// Runs the steps; the result lands dense at `denseTarget` in its storage type.
void BlockRunner::execute(std::span<const TileInput> inputs, int64_t lanes, void *denseTarget) {
  ElementType type = block.program.resultType;
  const auto &steps = block.steps;
  bool direct = !block.quantize && isLoadedAsStored(type);
  for (size_t s = 0; s < steps.size(); ++s) {
    const BlockProgram::Step &step = steps[s];
    void *target = direct && s + 1 == steps.size() ? denseTarget : slotOf[step.target];
    if (!step.run) {
      const BlockProgram::Load &load = block.loads[step.load];
      loadIndexed(load, inputs[load.position], lanes, target);
      continue;
    }
    const void *b = step.table ? step.table : operands[step.b];
    step.run(target, operands[step.a], b, operands[step.c], lanes);
    if (step.isGuard)
      checkGuard(step, lanes);
  }
  bool stored = direct && !steps.empty() && steps.back().target == block.result;
  const void *result = operands[block.result];
  if (block.quantize)
    block.quantize(denseTarget, static_cast<const float *>(result), block.bounds, lanes);
  else if (!stored)
    block.kernels.store[int(type)](denseTarget, result, lanes);
}

TileInput moved(TileInput input, int64_t by, ElementType storage) {
  if (input.data)
    input.data = advance(input.data, by, storage);
  else
    input.first += by;
  return input;
}

void BlockRunner::runBlock(std::span<const TileInput> inputs, int64_t row, int64_t rows,
                           int64_t column, int64_t columns, TileOutput output) {
  for (size_t i = 0; i < block.inputs.size(); ++i) {
    const BlockProgram::Input &spec = block.inputs[i];
    const TileInput &tile = inputs[spec.position];
    int64_t first = row * tile.rowStride + column * tile.columnStride;
    operands[spec.value] = load(i, moved(tile, first, spec.storage), rows, columns);
  }
  ElementType type = block.program.resultType;
  size_t width = byteWidth(type);
  char *target = static_cast<char *>(output.data) +
                 (row * output.rowStride + column * output.columnStride) * int64_t(width);
  bool rowsDense = output.columnStride == 1 || columns == 1;
  if (rowsDense && (rows == 1 || output.rowStride == columns))
    return execute(inputs, rows * columns, target);
  execute(inputs, rows * columns, storeBuffer);
  for (int64_t r = 0; r < rows; ++r) {
    const char *source = static_cast<char *>(storeBuffer) + r * columns * int64_t(width);
    char *rowTarget = target + r * output.rowStride * int64_t(width);
    if (output.columnStride == 1)
      std::memcpy(rowTarget, source, columns * width);
    else
      scatter(width, rowTarget, source, columns, output.columnStride);
  }
}

/// Runs the tile in vector registers and returns true; returns false, having done nothing, if the
/// program has no such form or the tile's strides rule it out.
bool BlockRunner::runInRegisters(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                                 TileOutput output) const {
  const RegisterProgram *program = block.registers.get();
  if (!program || !program->run || output.columnStride != 1)
    return false;
  RegisterTile tile;
  RegisterTile::Load *load = tile.loads;
  for (uint32_t position : program->loads) {
    const TileInput &input = inputs[position];
    if (input.columnStride != 1)
      return false;
    int64_t width = int64_t(byteWidth(block.program.inputs[position].storage));
    *load++ = {static_cast<const char *>(input.data), input.rowStride * width};
  }
  RegisterTile::Leaf *leaf = tile.leaves;
  for (const auto &constant : program->constants)
    *leaf++ = {reinterpret_cast<const char *>(constant.data()), 0};
  for (uint32_t position : program->channels) {
    if (inputs[position].columnStride != 1 || inputs[position].rowStride != 0)
      return false;
    *leaf++ = {static_cast<const char *>(inputs[position].data), -1};
  }
  tile.steps = program->steps.data();
  tile.stepCount = program->steps.size();
  tile.rows = rows;
  tile.columns = columns;
  tile.output = static_cast<char *>(output.data);
  tile.outputRowBytes = output.rowStride * int64_t(byteWidth(block.program.resultType));
  program->run(tile);
  return true;
}

/// Returns whether the tile's rows follow each other without gaps, so that they can be run as one
/// long row.
static bool isOneRow(std::span<const TileInput> inputs, int64_t columns, TileOutput output) {
  return output.columnStride == 1 && output.rowStride == columns &&
         std::all_of(inputs.begin(), inputs.end(), [&](const TileInput &input) {
           return input.rowStride == columns * input.columnStride;
         });
}

void BlockRunner::run(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                      TileOutput output) {
  if (isOneRow(inputs, columns, output)) {
    columns *= rows;
    rows = 1;
  }
  if (InterleaveFn interleave = block.interleave(rows, output.rowStride, output.columnStride))
    return runAlternating(inputs, rows, columns, output, interleave);
  if (readsTurned(inputs, rows, columns))
    runTurned(inputs, rows, columns, output);
  else
    runAsTheyLie(inputs, rows, columns, output);
  block.translate(output.data, rows, columns, output.rowStride, output.columnStride);
}

/// Some columns of each row by themselves, then together.
void BlockRunner::runAlternating(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                                 TileOutput output, InterleaveFn interleave) {
  constexpr int64_t most = 1024;
  alignas(64) char planes[interleavedPlanes * most * 4];
  const int64_t width = int64_t(byteWidth(block.program.resultType));
  std::vector<TileInput> tiles(inputs.size());
  for (int64_t column = 0; column < columns; column += most) {
    const int64_t count = std::min(most, columns - column);
    for (int64_t row = 0; row < rows; ++row) {
      for (size_t i = 0; i < tiles.size(); ++i)
        tiles[i] = moved(inputs[i], row * inputs[i].rowStride + column * inputs[i].columnStride,
                         block.program.inputs[i].storage);
      run(tiles, 1, count, {planes + row * most * width, most, 1});
    }
    interleave(static_cast<char *>(output.data) + column * rows * width, planes, most, count);
  }
}

void BlockRunner::runAsTheyLie(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                               TileOutput output) {
  if (!runInRegisters(inputs, rows, columns, output))
    runInBlocks(inputs, rows, columns, output);
}

void BlockRunner::runInBlocks(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                              TileOutput output) {
  constexpr int64_t lanes = BlockProgram::maxLanes;
  // Slots remember pointers; memory behind them may have changed since.
  for (Loaded &held : loaded)
    held.rows = 0;
  const int64_t blockColumns = std::min(columns, lanes);
  const int64_t blockRows = blockColumns ? std::max<int64_t>(1, lanes / blockColumns) : 1;
  for (int64_t column = 0; column < columns; column += blockColumns)
    for (int64_t row = 0; row < rows; row += blockRows)
      runBlock(inputs, row, std::min(blockRows, rows - row), column,
               std::min(blockColumns, columns - column), output);
}

} // namespace qrt
