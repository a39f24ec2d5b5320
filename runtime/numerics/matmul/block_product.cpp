#include "runtime/numerics/matmul/block_product.h"

#include <algorithm>
#include <functional>

namespace qrt {

bool canShareWeights(const PackedWeights &packed, int64_t activationBytes, int64_t threads) {
  constexpr int64_t leastBytes = 768 * 1024;
  return threads > 1 && int64_t(packed.panels.size()) >= threads &&
         int64_t(packed.matrixBytes) > std::max(leastBytes, activationBytes);
}

void BlockProduct::run(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix,
                       size_t begin, size_t end) {
  struct Release { // also where scratch finds no memory
    TileProduct &tiles;
    ~Release() { tiles.release(); }
  } const release{tiles};
  const int64_t all = int64_t(rows.offsets.size());
  for (int64_t row = 0, count; row < all; row += count, tile.pixel += count) {
    count = rowsOf(all - row);
    const ProductRows part{rows.base, rows.offsets.subspan(size_t(row), size_t(count)),
                           rows.segmentOffsets};
    for (size_t p = begin; p < end; p += block.panels)
      runPanels(tile, part, matrix, p, std::min(end, p + block.panels));
  }
}

void BlockProduct::runPanels(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix,
                             size_t begin, size_t end) {
  const int64_t column = packed.panels[begin].column;
  const int64_t next =
      end < packed.panels.size() ? packed.panels[end].column : packed.paddedColumns;
  tile.channel += column;
  tile.rows = int64_t(rows.offsets.size());
  tile.columns = std::min(next, packed.columns) - column;
  const std::optional<Finish> finish = epilogue.finishOf(tile, packed.finish());
  acc.reserve(size_t(tile.rows * (next - column) * packed.accWidth()));
  auto multiply = [&](auto &&by) {
    by(packed, init, matrix, begin, end, rows.base, rows.offsets, rows.segmentOffsets,
       acc.as<void>(), next - column, finish);
  };
  if (TileProduct::serves(packed, tile.rows))
    multiply(std::bind_front(&TileProduct::multiply, &tiles));
  else
    multiply(multiplyBlock);
  if (finish)
    epilogue.translate(tile);
  else
    epilogue.run(tile, acc.as<void>(), next - column);
}

} // namespace qrt
