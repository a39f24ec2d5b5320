// Matrix products in tiles: registers of up to 16 rows of 64 bytes. They read the panels that
// vectors read (packing.h): 16 units of a vector's columns are a tile of B. Internal.
#pragma once

#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

constexpr int64_t tileRows = 16;  // most of a tile
constexpr int64_t tileUnits = 16; // of 4 bytes, in a row of a tile

/// Rows of A that lie equally far apart and become one tile.
struct TileRows {
  const char *first;
  int64_t stride; // bytes
  int64_t row;    // of the result
  int64_t height; // 1 … tileRows
};

/// The cut of a segment's units into tiles: `count` of `units` each, and one of `rest` if that is
/// not 0.
struct TileCut {
  int64_t units, count, rest;
};

/// The shapes that a thread's tiles have. Giving them others takes a hundred nanoseconds.
struct TileShapes {
  TileCut cut;
  int64_t height; // 0: none, the tiles are not in use
};

/// The same arguments as GemmArgs, for the rows of `tiles` and all columns of `vectors` vectors;
/// the sums may have a finish. Two tiles may have rows in common.
struct TileArgs {
  const TileRows *tiles;
  int64_t tileCount;
  const int64_t *segmentOffsets;
  int64_t segments;
  TileCut cut;
  const char *panels; // one behind the other, each of two vectors, the last of one if that is left
  int64_t vectors;
  const int32_t *init;
  void *acc;
  int64_t accStride;
  const Finish *finish;
  TileShapes *shapes; // of the calling thread, kept up to date
};
using TileFn = void (*)(const TileArgs &);

struct TileKernels {
  // The kernels have the names of their factors' elements, and are null if the set has no tiles.
  // bytes: u8 × i8, four to a unit, sums of i32; halves: bf16, two to a unit, sums of f32,
  // subnormals as zeros.
  TileFn bytes, halves;
  void (*release)(); // the calling thread's tiles; else every switch of threads would save them
};
const TileKernels &tileKernels(Isa isa);

QRT_DECLARE_ISA_FILL_OF_TILES(TileKernels, fillTiles)

} // namespace qrt
