// Products of a block of rows with packed weights, in tiles. Internal.
#pragma once

#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/matmul/tiles/tile_kernels.h"

#include <vector>

namespace qrt {

/// Returns the kernel of a family's products in tiles; null: none.
TileFn tileFunction(Isa isa, GemmFamily family);

/// Returns the cut of so many units into as few tiles as may be: equal ones, if that takes at most
/// half as many tiles more, else full ones and a rest.
TileCut cutUnits(int64_t units);

/// The working state of one thread.
class TileProduct {
public:
  /// Returns whether weights so packed are multiplied in tiles. Short segments, and rows too few to
  /// fill a tile, take the vectors' kernel where that gives the same bits, as integers do.
  static bool serves(const PackedWeights &packed);
  static bool serves(const PackedWeights &packed, int64_t rows);

  /// Does what multiplyBlock does, in tiles.
  void multiply(const PackedWeights &packed, std::span<const int32_t> init, int64_t matrix,
                size_t firstPanel, size_t lastPanel, const char *base,
                std::span<const int64_t> rowOffsets, std::span<const int64_t> segmentOffsets,
                void *acc, int64_t accStride, const std::optional<Finish> &finish);

  /// Ends the use of the calling thread's tiles, which multiply began; on the same thread.
  void release();

private:
  /// Rows of A as multiply gets them.
  struct Rows {
    const char *base;
    std::span<const int64_t> offsets, segmentOffsets;
    int64_t segmentBytes;
  };
  void cutRows(const Rows &rows);
  void copyRows(const Rows &rows, int64_t begin, int64_t end);

  std::vector<TileRows> inPlace, copied;
  std::vector<int64_t> copiedSegments; // their offsets from a copied row
  Scratch copies;
  TileShapes shapes{};
  void (*releaseTiles)() = nullptr;
};

} // namespace qrt
