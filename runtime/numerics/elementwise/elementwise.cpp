#include "runtime/numerics/elementwise/indexed_rows.h"
#include "runtime/numerics/moves/walk.h"

#include <algorithm>
#include <cassert>

namespace qrt {

namespace {

/// A few columns that each input has to be gathered for (pixels' channels, of an image by
/// channels): rows and columns change places, and only the result is scattered.
void preferLongColumns(CollapsedWalk &walk) {
  constexpr int64_t few = 16;
  const size_t rank = walk.sizes.size();
  if (rank < 2 || walk.sizes[rank - 1] >= few || walk.sizes[rank - 2] < few)
    return;
  auto isAlongRows = [&](const std::vector<int64_t> &strides) {
    return strides[rank - 2] == 1 || strides[rank - 1] == 0;
  };
  if (!std::all_of(walk.strides.begin() + 1, walk.strides.end(), isAlongRows))
    return;
  std::swap(walk.sizes[rank - 1], walk.sizes[rank - 2]);
  for (std::vector<int64_t> &strides : walk.strides)
    std::swap(strides[rank - 1], strides[rank - 2]);
}

/// The walk of one call: the last two dimensions are a tile's rows and columns, the others are
/// iterated.
struct TiledWalk {
  CollapsedWalk walk; // access 0 is the output, 1 + i input i
  int64_t rows, columns, outer;

  explicit TiledWalk(CollapsedWalk collapsed) : walk(std::move(collapsed)) {
    size_t rank = walk.sizes.size();
    columns = walk.sizes.back();
    rows = rank > 1 ? walk.sizes[rank - 2] : 1;
    outer = rows && columns ? walk.count() / columns / rows : 0;
  }
  int64_t stride(size_t access, size_t fromLast) const {
    const auto &strides = walk.strides[access];
    return fromLast < strides.size() ? strides[strides.size() - 1 - fromLast] : 0;
  }
  /// Returns an element's offset: `row` and `column` count within the outer position `position`.
  int64_t offset(size_t access, int64_t position, int64_t row, int64_t column) const {
    size_t outerDimensions = walk.sizes.size() > 2 ? walk.sizes.size() - 2 : 0;
    return walk.offsetOf(access, position, outerDimensions) + row * stride(access, 1) +
           column * stride(access, 0);
  }
};

/// The way in which each input of the program meets the walk.
class Inputs {
public:
  Inputs(const ScalarProgram &program, const ElementwiseOperands &operands, size_t rank)
      : program(program), operands(operands) {
    for (size_t size : operands.sizes)
      sizes.push_back(int32_t(size));
    for (const ScalarInput &input : program.inputs) {
      StridedAccess access{std::vector<int64_t>(rank, 0)}; // the same everywhere
      if (input.kind == ScalarInputKind::Tensor)
        access = operands.tensors[input.index].access;
      else if (input.kind == ScalarInputKind::Coordinate)
        access.strides[input.index] = 1;
      loads.push_back(input.kind == ScalarInputKind::Indexed
                          ? std::span<const int64_t>(operands.indexed[input.index].access.strides)
                          : std::span<const int64_t>());
      accesses.push_back(std::move(access));
    }
  }

  /// Input i for a tile whose first element is `offset` from the walk's.
  TileInput tile(size_t i, const TiledWalk &walk, int64_t offset) const {
    const ScalarInput &input = program.inputs[i];
    TileInput tile{nullptr, walk.stride(1 + i, 1), walk.stride(1 + i, 0), offset};
    switch (input.kind) {
    case ScalarInputKind::Tensor: {
      const ElementwiseOperand &operand = operands.tensors[input.index];
      tile.data = advance(operand.data, operand.access.offset + offset, input.storage);
      break;
    }
    case ScalarInputKind::Indexed: {
      const ElementwiseOperand &operand = operands.indexed[input.index];
      tile.data = advance(operand.data, operand.access.offset, input.storage);
      break;
    }
    case ScalarInputKind::Size: tile.data = &sizes[input.index]; break;
    case ScalarInputKind::Coordinate: break; // it counts
    case ScalarInputKind::Accumulator:
    case ScalarInputKind::Count:
    case ScalarInputKind::Channel: assert(false && "inputs of epilogues"); break;
    }
    return tile;
  }

  std::vector<StridedAccess> accesses;
  std::vector<std::span<const int64_t>> loads;

private:
  const ScalarProgram &program;
  const ElementwiseOperands &operands;
  std::vector<int32_t> sizes;
};

std::optional<RowPlan> planOf(const BlockProgram &block, const Inputs &inputs,
                              const TiledWalk &walk, int64_t columns) {
  std::vector<TileInput> tiles(block.program.inputs.size());
  for (size_t i = 0; i < tiles.size(); ++i)
    tiles[i] = inputs.tile(i, walk, 0);
  return planRows(block, tiles, columns, {nullptr, walk.stride(0, 1), walk.stride(0, 0)});
}

} // namespace

/// Elements that are worth a thread's while.
static int64_t elementsOfChunk(const ScalarProgram &program) {
  constexpr int64_t ofOneOperation = 16 * 1024, fewest = 1024;
  int64_t work = 1;
  for (const ScalarInstruction &instruction : program.instructions)
    work += isSlow(instruction.op) ? 8 : 1;
  return std::max(fewest, ofOneOperation / work);
}

Status elementwise(const Execution &execution, const StridedWalk &walk,
                   const ScalarProgram &program, const ElementwiseOperands &operands,
                   const StridedAccess &output, void *outputData) {
  Inputs inputs(program, operands, walk.sizes.size());
  std::vector<const StridedAccess *> accesses = {&output};
  for (const StridedAccess &access : inputs.accesses)
    accesses.push_back(&access);
  const ReadyProgram ready(execution.isa, program, operands.prepared);
  const BlockProgram &block = ready;
  CollapsedWalk collapsed = collapse(walk, accesses);
  preferLongColumns(collapsed);
  TiledWalk tiled(std::move(collapsed));
  if (tiled.outer == 0)
    return {};
  char *target =
      static_cast<char *>(outputData) + output.offset * int64_t(byteWidth(program.resultType));
  IndexFault fault;

  // Few long rows are cut, so that every thread has something.
  const int64_t chunk = elementsOfChunk(program);
  const bool alternates = block.interleave(tiled.rows, tiled.stride(0, 1), tiled.stride(0, 0));
  const int64_t together = alternates ? tiled.rows : 1; // rows that are not parted
  const int64_t rowCount = tiled.outer * tiled.rows / together;
  int64_t cuts = rowCount < 16 ? (tiled.columns * together + chunk - 1) / chunk : 1;
  int64_t cutColumns = (tiled.columns + cuts - 1) / cuts;
  const std::optional<RowPlan> plan = planOf(block, inputs, tiled, cutColumns);
  auto body = [&](int64_t begin, int64_t end) {
    std::optional<RowRunner> byRows;
    std::optional<BlockRunner> byBlocks;
    if (plan)
      byRows.emplace(block, *plan, inputs.loads);
    else
      byBlocks.emplace(block).loadStrides = inputs.loads;
    std::vector<TileInput> tiles(program.inputs.size());
    while (begin < end) {
      const int64_t row = begin / cuts * together, position = row / tiled.rows;
      const int64_t first = row % tiled.rows, column = begin % cuts * cutColumns;
      const int64_t rows =
          cuts > 1 ? together : std::min((end - begin) * together, tiled.rows - first);
      const int64_t columns = std::min(cutColumns, tiled.columns - column);
      for (size_t i = 0; i < tiles.size(); ++i)
        tiles[i] = inputs.tile(i, tiled, tiled.offset(1 + i, position, first, column));
      char *tile = target + tiled.offset(0, position, first, column) *
                                int64_t(byteWidth(program.resultType));
      const TileOutput result{tile, tiled.stride(0, 1), tiled.stride(0, 0)};
      if (columns > 0)
        byRows ? byRows->run(tiles, rows, columns, result)
               : byBlocks->run(tiles, rows, columns, result);
      begin += rows / together;
    }
    if (byBlocks && byBlocks->outside)
      fault.meet(*byBlocks->outside);
  };
  execution.parallelFor(rowCount * cuts, chunk / (cutColumns * together) + 1, body);
  return fault.status();
}

} // namespace qrt
