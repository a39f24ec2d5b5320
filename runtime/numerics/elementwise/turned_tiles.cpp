#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/moves/transpose.h"

#include <algorithm>

namespace qrt {

// A cache line holds so many elements of 4 bytes.
constexpr int64_t turnedRows = 16;

static bool isTurned(const TileInput &input) {
  return input.data && input.rowStride == 1 && input.columnStride > 1;
}

bool readsTurned(std::span<const TileInput> inputs, int64_t rows, int64_t columns) {
  return rows >= turnedRows && columns >= turnedRows && std::ranges::any_of(inputs, isTurned);
}

/// Inputs that are turned are transposed, some rows at a time: each cache line is read once.
void BlockRunner::runTurned(std::span<const TileInput> inputs, int64_t rows, int64_t columns,
                            TileOutput output) {
  constexpr int64_t lanes = BlockProgram::maxLanes, panelBytes = turnedRows * lanes * 8;
  Scratch panels(size_t(std::ranges::count_if(inputs, isTurned) * panelBytes));
  std::vector<TileInput> tiles(inputs.size());
  for (int64_t column = 0; column < columns; column += lanes)
    for (int64_t row = 0; row < rows; row += turnedRows) {
      const int64_t wide = std::min(lanes, columns - column);
      const int64_t high = std::min(turnedRows, rows - row);
      char *panel = panels.as<char>();
      for (size_t i = 0; i < tiles.size(); ++i) {
        const TileInput &input = inputs[i];
        const ElementType storage = block.program.inputs[i].storage;
        tiles[i] = moved(input, row * input.rowStride + column * input.columnStride, storage);
        if (!isTurned(input))
          continue;
        transpose(byteWidth(storage), {high, wide, input.columnStride, wide}, tiles[i].data, panel);
        tiles[i] = {panel, wide, 1, 0};
        panel += panelBytes;
      }
      const int64_t first = row * output.rowStride + column * output.columnStride;
      char *target =
          static_cast<char *>(output.data) + first * int64_t(byteWidth(block.program.resultType));
      runAsTheyLie(tiles, high, wide, {target, output.rowStride, output.columnStride});
    }
}

} // namespace qrt
