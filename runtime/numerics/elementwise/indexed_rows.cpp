#include "runtime/numerics/elementwise/indexed_rows.h"

#include "runtime/numerics/elementwise/width.h"

#include <algorithm>
#include <cstring>

namespace qrt {

namespace {

/// Of what flows through a program's steps.
class RowPlanner {
public:
  RowPlanner(const BlockProgram &block, std::span<const TileInput> inputs)
      : block(block), inputs(inputs), isCounter(block.slotOf.size()) {
    for (std::vector<bool> *flags : {&plan.perColumn, &plan.spread, &plan.counted})
      flags->resize(block.slotOf.size());
  }

  std::optional<RowPlan> run() {
    for (const BlockProgram::Input &input : block.inputs) {
      const TileInput &from = inputs[input.position];
      isCounter[input.value] = plan.perColumn[input.value] = from.columnStride != 0;
      if (from.columnStride != 0 && (from.columnStride != 1 || from.rowStride != 0))
        return std::nullopt;
    }
    for (const BlockProgram::Step &step : block.steps)
      if (!(step.run ? takeOperation(step) : takeLoad(step)))
        return std::nullopt;
    for (const BlockProgram::Constant &constant : block.constants)
      plan.spread[constant.value] = false; // in all lanes already
    return plan.perColumn[block.result] ? std::optional(plan) : std::nullopt;
  }

private:
  /// Columns side by side: a place is the row's, or counts with the columns.
  bool takeLoad(const BlockProgram::Step &step) {
    for (uint16_t value : block.loads[step.load].coordinates) {
      if (plan.perColumn[value] && !isCounter[value])
        return false;
      plan.perColumn[step.target] = plan.perColumn[step.target] || plan.perColumn[value];
    }
    return true;
  }

  bool takeOperation(const BlockProgram::Step &step) {
    const uint16_t operands[] = {step.a, step.b, step.c};
    const bool differs =
        std::any_of(operands, operands + 3, [&](uint16_t value) { return plan.perColumn[value]; });
    plan.perColumn[step.target] = differs;
    for (uint16_t value : operands)
      if (differs)
        (isCounter[value] ? plan.counted : plan.spread)[value] =
            isCounter[value] || !plan.perColumn[value];
    return !step.isGuard;
  }

  const BlockProgram &block;
  std::span<const TileInput> inputs;
  std::vector<bool> isCounter;
  RowPlan plan;
};

bool isPlain(const ScalarInput &input) {
  return input.kind == ScalarInputKind::Coordinate || input.kind == ScalarInputKind::Size ||
         input.kind == ScalarInputKind::Indexed;
}

/// Loaded and stored again an element is what it was.
bool survives(ElementType type) {
  return isLoadedAsStored(type) || (isInteger(type) && bitWidth(type) == 8 * byteWidth(type));
}

/// `count` elements `stride` apart.
void gatherRow(size_t width, void *target, const void *source, int64_t count, int64_t stride) {
  if (stride == 1)
    return void(std::memcpy(target, source, size_t(count) * width));
  visitWidth(width, [&](auto unit) {
    auto *t = static_cast<decltype(unit) *>(target);
    auto *s = static_cast<const decltype(unit) *>(source);
    for (int64_t i = 0; i < count; ++i)
      t[i] = s[i * stride];
  });
}

void gather(size_t width, void *target, const void *source, const int64_t *places, int64_t count) {
  visitWidth(width, [&](auto unit) {
    auto *t = static_cast<decltype(unit) *>(target);
    auto *s = static_cast<const decltype(unit) *>(source);
    for (int64_t i = 0; i < count; ++i)
      t[i] = s[places[i]];
  });
}

} // namespace

std::optional<RowPlan> planRows(const BlockProgram &block, std::span<const TileInput> inputs,
                                int64_t columns, TileOutput output) {
  constexpr int64_t fewest = 8; // columns that are worth a row's steps
  const std::vector<ScalarInput> &all = block.program.inputs;
  if (block.loads.empty() || columns < fewest || output.columnStride != 1 ||
      !std::all_of(all.begin(), all.end(), isPlain))
    return std::nullopt;
  std::optional<RowPlan> plan = RowPlanner(block, inputs).run();
  if (!plan)
    return std::nullopt;
  const BlockProgram::Step &last = block.steps.back();
  plan->copies = !last.run && last.target == block.result && !block.quantize &&
                 all[block.loads[last.load].position].storage == block.program.resultType &&
                 survives(block.program.resultType);
  return plan;
}

RowRunner::RowRunner(const BlockProgram &block, const RowPlan &plan,
                     std::span<const std::span<const int64_t>> loadStrides)
    : block(block), plan(plan), loadStrides(loadStrides),
      memory((block.slots + 1 + block.slotOf.size()) * block.slotBytes), lanes(block.slotOf.size()),
      rowValues(lanes.size()), countedFrom(lanes.size()) {
  char *base = memory.as<char>();
  stored = base + block.slots * block.slotBytes;
  for (size_t v = 0; v < lanes.size(); ++v) {
    lanes[v] = base + block.slotOf[v] * block.slotBytes;
    rowValues[v] = stored + (v + 1) * block.slotBytes;
  }
  for (const BlockProgram::Constant &constant : block.constants) {
    char *slot = rowValues[constant.value] = lanes[constant.value];
    if (constant.type == ScalarType::I64)
      std::fill_n(reinterpret_cast<uint64_t *>(slot), block.maxLanes, constant.bits);
    else
      std::fill_n(reinterpret_cast<uint32_t *>(slot), block.maxLanes, uint32_t(constant.bits));
  }
}

void RowRunner::run(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                    TileOutput output) {
  constexpr int64_t most = BlockProgram::maxLanes;
  const int64_t partColumns = std::min(columns, most);
  const int64_t partRows = plan.copies ? most : most / partColumns;
  for (int64_t row = 0; row < rows; row += most) {
    const int64_t end = std::min(row + most, rows);
    runRows(inputs, row, end - row);
    for (int64_t column = 0; column < columns; column += partColumns)
      for (int64_t r = row; r < end; r += partRows)
        runPart(inputs, row,
                {r, std::min(partRows, end - r), column, std::min(partColumns, columns - column)},
                output);
  }
  block.translate(output.data, rows, columns, output.rowStride, 1);
}

/// What does not differ from column to column, a lane a row.
void RowRunner::runRows(std::span<const TileInput> inputs, int64_t row, int64_t rows) {
  for (const BlockProgram::Input &input : block.inputs) {
    const TileInput &from = inputs[input.position];
    int32_t *values = reinterpret_cast<int32_t *>(rowValues[input.value]);
    for (int64_t r = 0; r < rows; ++r)
      values[r] = from.data ? *static_cast<const int32_t *>(from.data)
                            : int32_t(from.first + (row + r) * from.rowStride);
  }
  for (const BlockProgram::Step &step : block.steps)
    if (plan.perColumn[step.target])
      continue;
    else if (!step.run)
      loadRows(step, inputs, rows);
    else
      step.run(rowValues[step.target], rowValues[step.a],
               step.table ? step.table : rowValues[step.b], rowValues[step.c], rows);
}

void RowRunner::loadRows(const BlockProgram::Step &step, std::span<const TileInput> inputs,
                         int64_t rows) {
  const BlockProgram::Load &load = block.loads[step.load];
  const ElementType type = block.program.inputs[load.position].storage;
  int64_t places[BlockProgram::maxLanes] = {};
  for (size_t k = 0; k < load.coordinates.size(); ++k) {
    auto *at = reinterpret_cast<const int32_t *>(rowValues[load.coordinates[k]]);
    for (int64_t r = 0; r < rows; ++r)
      places[r] += at[r] * loadStrides[load.position][k];
  }
  alignas(8) char together[BlockProgram::maxLanes * 8];
  gather(byteWidth(type), together, inputs[load.position].data, places, rows);
  block.kernels.load[int(type)](rowValues[step.target], together, rows);
}

void RowRunner::runPart(std::span<const TileInput> inputs, int64_t firstRow, const Part &part,
                        TileOutput output) {
  for (const BlockProgram::Input &input : block.inputs)
    if (plan.perColumn[input.value])
      countColumns(input.value, inputs[input.position].first, part);
    else
      spread(input.value, firstRow, part);
  for (const BlockProgram::Step &step : block.steps)
    if (!plan.perColumn[step.target])
      spread(step.target, firstRow, part);
    else if (!step.run)
      loadPart(step, inputs, firstRow, part, output);
    else
      step.run(lanes[step.target], lanes[step.a], step.table ? step.table : lanes[step.b],
               lanes[step.c], part.rows * part.columns);
  if (!plan.copies)
    store(part, output);
}

void RowRunner::countColumns(uint16_t value, int64_t first, const Part &part) {
  countedFrom[value] = first + part.column;
  auto *numbers = reinterpret_cast<int32_t *>(lanes[value]);
  for (int64_t r = 0; plan.counted[value] && r < part.rows; ++r)
    for (int64_t c = 0; c < part.columns; ++c)
      *numbers++ = int32_t(countedFrom[value] + c);
}

void RowRunner::spread(uint16_t value, int64_t firstRow, const Part &part) {
  if (!plan.spread[value])
    return;
  const bool isLong = block.program.instructions[value].type == ScalarType::I64;
  visitWidth(isLong ? 8 : 4, [&](auto unit) {
    auto *of = reinterpret_cast<const decltype(unit) *>(rowValues[value]) + part.row - firstRow;
    auto *to = reinterpret_cast<decltype(unit) *>(lanes[value]);
    for (int64_t r = 0; r < part.rows; ++r, to += part.columns)
      std::fill_n(to, part.columns, of[r]);
  });
}

/// Elements before the first of a row's columns.
int64_t RowRunner::placeOf(const BlockProgram::Load &load, int64_t row) const {
  int64_t place = 0;
  for (size_t k = 0; k < load.coordinates.size(); ++k) {
    const uint16_t value = load.coordinates[k];
    const int64_t at = plan.perColumn[value]
                           ? countedFrom[value]
                           : reinterpret_cast<const int32_t *>(rowValues[value])[row];
    place += at * loadStrides[load.position][k];
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
    stride += plan.perColumn[load.coordinates[k]] ? loadStrides[load.position][k] : 0;
  const bool direct = plan.copies && &step == &block.steps.back();
  const bool asStored = direct || isLoadedAsStored(type);
  const int64_t laneWidth = loadedType(type) == ScalarType::I64 ? 8 : 4;
  alignas(8) char together[BlockProgram::maxLanes * 8];
  for (int64_t r = 0; r < part.rows; ++r) {
    const char *source =
        advance(inputs[load.position].data, placeOf(load, part.row - firstRow + r), type);
    char *target = direct ? static_cast<char *>(output.data) +
                                ((part.row + r) * output.rowStride + part.column) * width
                          : lanes[step.target] + r * part.columns * laneWidth;
    if (stride == 1 && !asStored) {
      block.kernels.load[int(type)](target, source, part.columns);
      continue;
    }
    gatherRow(size_t(width), asStored ? target : together, source, part.columns, stride);
    if (!asStored)
      block.kernels.load[int(type)](target, together, part.columns);
  }
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
