#include "runtime/numerics/windows/block_product.h"

#include <algorithm>

namespace qrt {

bool canShareWeights(const PackedWeights &packed, int64_t activationBytes, int64_t threads) {
  constexpr int64_t leastBytes = 768 * 1024;
  return threads > 1 && int64_t(packed.panels.size()) >= threads &&
         int64_t(packed.matrixBytes) > std::max(leastBytes, activationBytes);
}

BlockProduct::BlockProduct(const PackedWeights &packed, std::span<const int32_t> init,
                           BlockShape block, EpilogueRunner epilogue)
    : packed(packed), init(init), block(block), epilogue(std::move(epilogue)) {
  int64_t columns = 0;
  for (size_t p = 0; p < block.panels; ++p)
    columns += packed.panels[p].vectors;
  columns *= kernelsFor(packed.isa).vectorLanes;
  acc.reserve(size_t((block.rows + block.rows / 2) * columns * packed.accWidth()));
}

void BlockProduct::run(EpilogueRunner::Tile tile, const PixelRows &pixels, int64_t group,
                       size_t begin, size_t end) {
  const int64_t count = int64_t(pixels.offsets.size());
  for (int64_t pixel = 0, rows; pixel < count; pixel += rows, tile.pixel += rows) {
    rows = rowsOf(count - pixel);
    const PixelRows part{pixels.base, pixels.offsets.subspan(size_t(pixel), size_t(rows)),
                         pixels.segmentOffsets};
    for (size_t p = begin; p < end; p += block.panels)
      runPanels(tile, part, group, p, std::min(end, p + block.panels));
  }
}

void BlockProduct::runPanels(EpilogueRunner::Tile tile, const PixelRows &pixels, int64_t group,
                             size_t begin, size_t end) {
  const int64_t column = packed.panels[begin].column;
  const int64_t next =
      end < packed.panels.size() ? packed.panels[end].column : packed.paddedColumns;
  tile.channel = group * packed.columns + column;
  tile.rows = int64_t(pixels.offsets.size());
  tile.columns = std::min(next, packed.columns) - column;
  const std::optional<Finish> finish = epilogue.finishOf(tile, packed.finish());
  multiplyBlock(packed, init, group, begin, end, pixels.base, pixels.offsets, pixels.segmentOffsets,
                acc.as<void>(), next - column, finish);
  if (finish)
    epilogue.translate(tile);
  else
    epilogue.run(tile, acc.as<void>(), next - column);
}

} // namespace qrt
