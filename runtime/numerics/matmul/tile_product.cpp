#include "runtime/numerics/matmul/tile_product.h"

#include <algorithm>
#include <cstring>

namespace qrt {

static int64_t ceilDivide(int64_t a, int64_t b) { return (a + b - 1) / b; }

TileFn tileFunction(Isa isa, GemmFamily family) {
  if (family == GemmFamily::Dot8)
    return tileKernels(isa).bytes;
  return family == GemmFamily::PairHalves ? tileKernels(isa).halves : nullptr;
}

TileCut cutUnits(int64_t units) {
  const int64_t fewest = ceilDivide(units, tileUnits);
  for (int64_t count = fewest; count <= fewest + fewest / 2; ++count)
    if (units % count == 0)
      return {units / count, count, 0};
  return {tileUnits, units / tileUnits, units % tileUnits};
}

/// The number of tiles of a cut.
static int64_t tilesOf(int64_t units) {
  const TileCut cut = cutUnits(units);
  return cut.count + (cut.rest ? 1 : 0);
}

/// Returns whether segments are so short that they leave much of their tiles empty.
static bool wastesTiles(const PackedWeights &packed) {
  return tilesOf(packed.segments * packed.units) * 4 < packed.segments * tilesOf(packed.units) * 3;
}

bool TileProduct::serves(const PackedWeights &packed) {
  return tileFunction(packed.isa, packed.family) &&
         (packed.family != GemmFamily::Dot8 || !wastesTiles(packed));
}

bool TileProduct::serves(const PackedWeights &packed, int64_t rows) {
  constexpr int64_t fewestRows = 4;
  return serves(packed) && (rows >= fewestRows || packed.family != GemmFamily::Dot8);
}

/// Adds tiles of `count` rows at one distance, nearly equal in height; the last begins earlier, so
/// that all are equal.
static void addTiles(std::vector<TileRows> &tiles, TileRows rows, int64_t count) {
  const int64_t height = ceilDivide(count, ceilDivide(count, tileRows));
  for (int64_t at = 0; at < count; at += height) {
    const int64_t begin = std::min(at, count - height);
    tiles.push_back({rows.first + begin * rows.stride, rows.stride, rows.row + begin, height});
  }
}

/// Returns how many rows from `begin` on follow each other at one distance.
static int64_t countEven(std::span<const int64_t> offsets, size_t begin) {
  size_t end = std::min(begin + 2, offsets.size());
  while (end < offsets.size() &&
         offsets[end] - offsets[end - 1] == offsets[begin + 1] - offsets[begin])
    ++end;
  return int64_t(end - begin);
}

/// Copies rows [begin, end) densely, segment behind segment, and adds their tiles.
void TileProduct::copyRows(const Rows &rows, int64_t begin, int64_t end) {
  constexpr int64_t line = 64;
  const int64_t rowBytes =
      ceilDivide(int64_t(rows.segmentOffsets.size()) * rows.segmentBytes, line) * line;
  auto *to = static_cast<char *>(copies.reserve(rows.offsets.size() * size_t(rowBytes)));
  for (int64_t row = begin; row < end; ++row) {
    char *target = to + row * rowBytes;
    for (int64_t segment : rows.segmentOffsets) {
      std::memcpy(target, rows.base + rows.offsets[size_t(row)] + segment,
                  size_t(rows.segmentBytes));
      target += rows.segmentBytes;
    }
  }
  addTiles(copied, {to + begin * rowBytes, rowBytes, begin, 0}, end - begin);
}

/// Long runs of rows at one distance, such as an image's rows, are read in place; short ones are
/// copied together.
void TileProduct::cutRows(const Rows &rows) {
  constexpr int64_t fewestInPlace = tileRows / 2;
  const int64_t all = int64_t(rows.offsets.size());
  auto isShort = [&](int64_t run) { return run < fewestInPlace && run < all; };
  for (int64_t row = 0; row < all;) {
    const int64_t run = countEven(rows.offsets, size_t(row));
    int64_t end = row + run;
    if (isShort(run)) {
      for (int64_t next; end < all && isShort(next = countEven(rows.offsets, size_t(end)));)
        end += next;
      copyRows(rows, row, end);
    } else {
      const int64_t *offset = rows.offsets.data() + row;
      addTiles(inPlace, {rows.base + *offset, run > 1 ? offset[1] - offset[0] : 0, row, 0}, run);
    }
    row = end;
  }
}

void TileProduct::release() {
  if (shapes.height)
    releaseTiles();
  shapes = {};
}

/// The panels' part of a call's arguments.
static TileArgs ofPanels(const PackedWeights &packed, std::span<const int32_t> init, int64_t matrix,
                         size_t firstPanel, size_t lastPanel) {
  const PackedWeights::Panel &first = packed.panels[firstPanel];
  TileArgs args{};
  args.panels = packed.data.as<char>() + size_t(matrix) * packed.matrixBytes + first.offset;
  for (size_t p = firstPanel; p < lastPanel; ++p)
    args.vectors += packed.panels[p].vectors;
  args.init = init.empty() ? nullptr : init.data() + matrix * packed.paddedColumns + first.column;
  return args;
}

void TileProduct::multiply(const PackedWeights &packed, std::span<const int32_t> init,
                           int64_t matrix, size_t firstPanel, size_t lastPanel, const char *base,
                           std::span<const int64_t> rowOffsets,
                           std::span<const int64_t> segmentOffsets, void *acc, int64_t accStride,
                           const std::optional<Finish> &finish) {
  const Rows rows{base, rowOffsets, segmentOffsets, packed.units * 4};
  inPlace.clear();
  copied.clear();
  cutRows(rows);
  copiedSegments.assign(segmentOffsets.size(), 0);
  for (size_t s = 1; s < copiedSegments.size(); ++s)
    copiedSegments[s] = int64_t(s) * rows.segmentBytes;

  TileArgs args = ofPanels(packed, init, matrix, firstPanel, lastPanel);
  args.segments = int64_t(copiedSegments.size());
  args.cut = cutUnits(packed.units);
  args.acc = acc;
  args.accStride = accStride;
  args.finish = finish ? &*finish : nullptr;
  args.shapes = &shapes;
  releaseTiles = tileKernels(packed.isa).release;
  const TileFn multiply = tileFunction(packed.isa, packed.family);
  auto run = [&](const std::vector<TileRows> &tiles, std::span<const int64_t> segments) {
    args.tiles = tiles.data();
    args.tileCount = int64_t(tiles.size());
    args.segmentOffsets = segments.data();
    if (!tiles.empty())
      multiply(args);
  };
  run(inPlace, segmentOffsets);
  run(copied, copiedSegments);
}

} // namespace qrt
