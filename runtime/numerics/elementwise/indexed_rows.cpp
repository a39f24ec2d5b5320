#include "runtime/numerics/elementwise/indexed_rows.h"

#include "runtime/numerics/moves/width.h"

#include <algorithm>
#include <cstring>

namespace qrt {

namespace {

int64_t laneWidth(ElementType type) { return loadedType(type) == ScalarType::I64 ? 8 : 4; }

} // namespace

RowRunner::RowRunner(const BlockProgram &block, const RowPlan &plan,
                     std::span<const std::span<const int64_t>> loadStrides)
    : block(block), plan(plan), loadStrides(loadStrides),
      memory((block.slots + 1 + block.slotOf.size()) * block.slotBytes), lanes(block.slotOf.size()),
      kept(lanes.size()), columnPlaces(block.loads.size()) {
  char *base = memory.as<char>();
  stored = base + block.slots * block.slotBytes;
  for (size_t v = 0; v < lanes.size(); ++v) {
    kept[v] = stored + (v + 1) * block.slotBytes;
    lanes[v] = plan.differs[v] ? base + block.slotOf[v] * block.slotBytes : kept[v];
  }
  for (const BlockProgram::Constant &constant : block.constants)
    constant.fill(kept[constant.value]);
}

void RowRunner::run(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                    TileOutput output) {
  constexpr int64_t most = BlockProgram::maxLanes;
  const int64_t partColumns = std::min(columns, most);
  const int64_t partRows = plan.copies ? most : most / partColumns;
  runAlong(0, inputs, 0, std::min(most, rows * columns));
  for (int64_t row = 0; row < rows; row += most) {
    const int64_t end = std::min(row + most, rows);
    runAlong(RowPlan::byRow, inputs, row, end - row);
    for (int64_t column = 0; column < columns; column += partColumns) {
      const int64_t count = std::min(partColumns, columns - column);
      runAlong(RowPlan::byColumn, inputs, column, count);
      placeColumns(count);
      for (int64_t r = row; r < end; r += partRows)
        runPart(inputs, row, {r, std::min(partRows, end - r), column, count}, output);
    }
  }
  block.translate(output.data, rows, columns, output.rowStride, 1);
}

/// Loads `count` elements that lie `stride` apart and widens them to the lanes' type.
void RowRunner::loadRow(ElementType type, char *target, const char *source, int64_t count,
                        int64_t stride) const {
  if (isLoadedAsStored(type))
    return gather(byteWidth(type), target, source, count, stride);
  alignas(8) char together[BlockProgram::maxLanes * 8];
  if (stride != 1)
    gather(byteWidth(type), together, source, count, stride);
  block.kernels.load[int(type)](target, stride == 1 ? source : together, count);
}

/// Computes the values that differ one way (by row or by column) or not at all; each lane is a row
/// or a column.
void RowRunner::runAlong(uint8_t way, std::span<const TileInput> inputs, int64_t first,
                         int64_t count) {
  for (const BlockProgram::Input &input : block.inputs) {
    if (plan.differs[input.value] != way)
      continue;
    const TileInput &from = inputs[input.position];
    const int64_t stride = way == RowPlan::byColumn ? from.columnStride : from.rowStride;
    if (from.data)
      loadRow(input.storage, kept[input.value], advance(from.data, first * stride, input.storage),
              count, stride);
    else
      for (int64_t i = 0; i < count; ++i)
        reinterpret_cast<int32_t *>(kept[input.value])[i] =
            int32_t(from.first + (first + i) * stride);
  }
  for (const BlockProgram::Step &step : block.steps)
    if (plan.differs[step.target] != way)
      continue;
    else if (!step.run)
      loadAlong(step, inputs, count);
    else
      step.run(kept[step.target], kept[step.a], step.table ? step.table : kept[step.b],
               kept[step.c], count);
}

/// Adds the elements by which a coordinate's values lie from the first.
void RowRunner::addPlaces(const BlockProgram::Load &load, size_t coordinate, int64_t count,
                          int64_t *places) const {
  auto *at = reinterpret_cast<const int32_t *>(kept[load.coordinates[coordinate]]);
  const int64_t stride = loadStrides[load.position][coordinate];
  for (int64_t i = 0; i < count; ++i)
    places[i] += at[i] * stride;
}

void RowRunner::loadAlong(const BlockProgram::Step &step, std::span<const TileInput> inputs,
                          int64_t count) {
  const BlockProgram::Load &load = block.loads[step.load];
  const ElementType type = block.program.inputs[load.position].storage;
  int64_t places[BlockProgram::maxLanes] = {};
  for (size_t k = 0; k < load.coordinates.size(); ++k)
    addPlaces(load, k, count, places);
  alignas(8) char together[BlockProgram::maxLanes * 8];
  gather(byteWidth(type), together, inputs[load.position].data, places, count);
  block.kernels.load[int(type)](kept[step.target], together, count);
}

/// Computes the column part of the places that gathering loads read; the rows' part comes later.
void RowRunner::placeColumns(int64_t columns) {
  for (const BlockProgram::Step &step : block.steps) {
    if (step.run || !plan.gathers[step.load] || plan.differs[step.target] != RowPlan::byBoth)
      continue;
    const BlockProgram::Load &load = block.loads[step.load];
    columnPlaces[step.load].assign(size_t(columns), 0);
    for (size_t k = 0; k < load.coordinates.size(); ++k)
      if (plan.differs[load.coordinates[k]] == RowPlan::byColumn)
        addPlaces(load, k, columns, columnPlaces[step.load].data());
  }
}

void RowRunner::runPart(std::span<const TileInput> inputs, int64_t firstRow, const Part &part,
                        TileOutput output) {
  for (const BlockProgram::Input &input : block.inputs)
    if (plan.differs[input.value] == RowPlan::byBoth)
      loadInput(input, inputs[input.position], part);
    else
      spread(input.value, firstRow, part);
  for (const BlockProgram::Step &step : block.steps)
    if (plan.differs[step.target] != RowPlan::byBoth)
      spread(step.target, firstRow, part);
    else if (!step.run)
      loadPart(step, inputs, firstRow, part, output);
    else
      step.run(lanes[step.target], lanes[step.a], step.table ? step.table : lanes[step.b],
               lanes[step.c], part.rows * part.columns);
  if (!plan.copies)
    store(part, output);
}

void RowRunner::spread(uint16_t value, int64_t firstRow, const Part &part) {
  if (!plan.spread[value])
    return;
  const bool isLong = block.program.instructions[value].type == ScalarType::I64;
  visitWidth(isLong ? 8 : 4, [&](auto unit) {
    auto *of = reinterpret_cast<const decltype(unit) *>(kept[value]);
    auto *to = reinterpret_cast<decltype(unit) *>(lanes[value]);
    for (int64_t r = 0; r < part.rows; ++r, to += part.columns)
      if (plan.differs[value] == RowPlan::byRow)
        std::fill_n(to, part.columns, of[part.row - firstRow + r]);
      else
        std::copy_n(of, part.columns, to);
  });
}

/// Elements before the first of a row's columns, or of those that `gathers` places.
int64_t RowRunner::placeOf(const BlockProgram::Step &step, int64_t row) const {
  const BlockProgram::Load &load = block.loads[step.load];
  int64_t place = 0;
  for (size_t k = 0; k < load.coordinates.size(); ++k) {
    const uint16_t value = load.coordinates[k];
    const bool isColumn = plan.differs[value] == RowPlan::byColumn;
    if (!(isColumn && plan.gathers[step.load]))
      place += reinterpret_cast<const int32_t *>(kept[value])[isColumn ? 0 : row] *
               loadStrides[load.position][k];
  }
  return place;
}

void RowRunner::loadPart(const BlockProgram::Step &step, std::span<const TileInput> inputs,
                         int64_t firstRow, const Part &part, TileOutput output) {
  const BlockProgram::Load &load = block.loads[step.load];
  const ElementType type = block.program.inputs[load.position].storage;
  const int64_t width = int64_t(byteWidth(type));
  int64_t stride = 0;
  for (size_t k = 0; k < load.coordinates.size(); ++k)
    stride +=
        plan.differs[load.coordinates[k]] == RowPlan::byColumn ? loadStrides[load.position][k] : 0;
  const bool direct = plan.copies && &step == &block.steps.back();
  const bool asStored = direct || isLoadedAsStored(type);
  alignas(8) char together[BlockProgram::maxLanes * 8];
  for (int64_t r = 0; r < part.rows; ++r) {
    const char *source =
        advance(inputs[load.position].data, placeOf(step, part.row - firstRow + r), type);
    char *target = direct ? static_cast<char *>(output.data) +
                                ((part.row + r) * output.rowStride + part.column) * width
                          : lanes[step.target] + r * part.columns * laneWidth(type);
    if (plan.gathers[step.load]) {
      gather(size_t(width), asStored ? target : together, source, columnPlaces[step.load].data(),
             part.columns);
      if (!asStored)
        block.kernels.load[int(type)](target, together, part.columns);
    } else if (direct) {
      gather(size_t(width), target, source, part.columns, stride);
    } else {
      loadRow(type, target, source, part.columns, stride);
    }
  }
}

/// Loads a part of an input that differs by row and by column.
void RowRunner::loadInput(const BlockProgram::Input &input, const TileInput &from,
                          const Part &part) {
  for (int64_t r = 0; r < part.rows; ++r)
    loadRow(input.storage, lanes[input.value] + r * part.columns * laneWidth(input.storage),
            advance(from.data, (part.row + r) * from.rowStride + part.column * from.columnStride,
                    input.storage),
            part.columns, from.columnStride);
}

void RowRunner::store(const Part &part, TileOutput output) {
  const ElementType type = block.program.resultType;
  const int64_t width = int64_t(byteWidth(type)), count = part.rows * part.columns;
  char *target =
      static_cast<char *>(output.data) + (part.row * output.rowStride + part.column) * width;
  const bool dense = part.rows == 1 || output.rowStride == part.columns;
  char *all = dense ? target : stored;
  if (block.quantize)
    block.quantize(all, reinterpret_cast<const float *>(lanes[block.result]), block.bounds, count);
  else
    block.kernels.store[int(type)](all, lanes[block.result], count);
  for (int64_t r = 0; !dense && r < part.rows; ++r)
    std::memcpy(target + r * output.rowStride * width, all + r * part.columns * width,
                size_t(part.columns * width));
}

} // namespace qrt
