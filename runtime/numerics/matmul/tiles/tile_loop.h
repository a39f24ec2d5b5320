// The loop of a product in tiles. `Tiles` gives the instructions, so that a test can run the loop
// on tiles in memory; it has
//   configure(const TileConfig &), release(): the shapes of a thread's tiles, and the end of their
//   use zero<t>(), load<t>(address, stride), store<t>(address, stride): of tile t; a stride in
//   bytes multiplyBytes<c, a, b>(): c += u8 of a × i8 of b, four to a sum of i32 multiplyHalves<c,
//   a, b>(): c += bf16 of a × bf16 of b, two to a sum of f32.
// Only sources called X.amx.isa.cpp include it.
#pragma once

#include "runtime/numerics/execution/finish_vectors.h"
#include "runtime/numerics/matmul/tiles/tile_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// The operand of LDTILECFG: Intel's manual, volume 1, chapter 18.
struct alignas(64) TileConfig {
  uint8_t palette = 1, startRow = 0;
  uint8_t reserved[14] = {};
  uint16_t rowBytes[16] = {};
  uint8_t rows[16] = {};
};

template <class Tiles> struct ByteTiles {
  using Vec = VecI;
  template <int c, int a, int b> QRT_INLINE_MEMBER static void multiply() {
    Tiles::template multiplyBytes<c, a, b>();
  }
};
template <class Tiles> struct HalfTiles {
  using Vec = VecF;
  template <int c, int a, int b> QRT_INLINE_MEMBER static void multiply() {
    Tiles::template multiplyHalves<c, a, b>();
  }
};

// Sums of two tiles of rows by two vectors of columns are tiles 0 to 3. A segment with a rest takes
// one tile of rows at a time; the rest's operands are then where the other sums would be.
constexpr int sumTile(int r, int v) { return 2 * r + v; }
constexpr int rowTile(int r) { return 4 + r; }
constexpr int columnTile(int v) { return 6 + v; }
constexpr int restRowTile = 5;
constexpr int restColumnTile(int v) { return 2 + v; }

template <class Tiles> QRT_INLINE void configure(const TileCut &cut, int64_t height) {
  TileConfig config;
  auto shape = [&](int tile, int64_t rows, int64_t units) {
    config.rows[tile] = uint8_t(rows);
    config.rowBytes[tile] = uint16_t(units * 4);
  };
  for (int i = 0; i < 2; ++i) {
    shape(sumTile(0, i), height, vectorLanes);
    shape(sumTile(1, i), height, vectorLanes);
    shape(rowTile(i), height, cut.units);
    shape(columnTile(i), cut.units, vectorLanes);
    if (cut.rest)
      shape(restColumnTile(i), cut.rest, vectorLanes);
  }
  if (cut.rest)
    shape(restRowTile, height, cut.rest);
  Tiles::configure(config);
}

/// One panel by R tiles of rows.
template <class Tiles, class Op, int R, int V, bool hasRest> struct TileBlock {
  static constexpr int64_t rowBytes = V * int64_t(sizeof(VecI)); // of a unit's columns
  const TileArgs &args;
  const TileRows *tiles;

  QRT_INLINE_MEMBER void sum(const char *panel) const {
    forEach<R>([&]<int r>() __attribute__((always_inline)) {
      forEach<V>([&]<int v>()
                     __attribute__((always_inline)) { Tiles::template zero<sumTile(r, v)>(); });
    });
    const TileCut cut = args.cut;
    for (int64_t s = 0; s < args.segments; ++s) {
      const char *a[R];
      forEach<R>([&]<int r>() __attribute__((always_inline)) {
        a[r] = tiles[r].first + args.segmentOffsets[s];
      });
      for (int64_t t = 0; t < cut.count; ++t, panel += cut.units * rowBytes)
        step(a, t * cut.units * 4, panel);
      if constexpr (hasRest) {
        rest(a[0] + cut.count * cut.units * 4, panel);
        panel += cut.rest * rowBytes;
      }
    }
  }

  QRT_INLINE_MEMBER void step(const char *const (&a)[R], int64_t at, const char *panel) const {
    forEach<V>([&]<int v>() __attribute__((always_inline)) {
      Tiles::template load<columnTile(v)>(panel + v * sizeof(VecI), rowBytes);
    });
    forEach<R>([&]<int r>() __attribute__((always_inline)) {
      Tiles::template load<rowTile(r)>(a[r] + at, tiles[r].stride);
      forEach<V>([&]<int v>() __attribute__((always_inline)) {
        Op::template multiply<sumTile(r, v), rowTile(r), columnTile(v)>();
      });
    });
  }

  QRT_INLINE_MEMBER void rest(const char *a, const char *panel) const {
    static_assert(!hasRest || R == 1);
    Tiles::template load<restRowTile>(a, tiles[0].stride);
    forEach<V>([&]<int v>() __attribute__((always_inline)) {
      Tiles::template load<restColumnTile(v)>(panel + v * sizeof(VecI), rowBytes);
      Op::template multiply<sumTile(0, v), restRowTile, restColumnTile(v)>();
    });
  }

  /// Takes the sums from the tiles, and finishes or stores those of the vectors from `first` on.
  QRT_INLINE_MEMBER void put(int64_t first) const {
    using Vec = typename Op::Vec;
    alignas(64) char sums[R * tileRows * rowBytes];
    forEach<R>([&]<int r>() __attribute__((always_inline)) {
      forEach<V>([&]<int v>() __attribute__((always_inline)) {
        Tiles::template store<sumTile(r, v)>(sums + r * tileRows * rowBytes + v * sizeof(Vec),
                                             rowBytes);
      });
    });
    Vec start[V];
    for (int v = 0; v < V; ++v)
      start[v] = args.init ? loadVec<Vec>(args.init + (first + v) * vectorLanes) : Vec{};
    if (args.finish)
      return finish(sums, start, first);
    for (int r = 0; r < R; ++r)
      for (int64_t m = 0; m < tiles[r].height; ++m)
        for (int v = 0; v < V; ++v)
          storeVec(static_cast<char *>(args.acc) + (tiles[r].row + m) * args.accStride * 4 +
                       (first + v) * sizeof(Vec),
                   loadVec<Vec>(sums + (r * tileRows + m) * rowBytes + v * sizeof(Vec)) + start[v]);
  }

private:
  template <class Vec>
  QRT_INLINE_MEMBER void finish(const char *sums, Vec (&start)[V], int64_t first) const {
    const Finish own = args.finish->from(first * vectorLanes);
    const FinishVectors<Vec, V> vectors(own);
    for (int v = 0; v < V; ++v)
      start[v] += FinishVectors<Vec, V>::start(own, v);
    for (int r = 0; r < R; ++r)
      for (int64_t m = 0; m < tiles[r].height; ++m) {
        Vec row[V];
        forEach<V>([&]<int v>() __attribute__((always_inline)) {
          row[v] = loadVec<Vec>(sums + (r * tileRows + m) * rowBytes + v * sizeof(Vec)) + start[v];
        });
        vectors.storeRow(tiles[r].row + m, row);
      }
  }
};

template <class Tiles, class Op, int R, int V, bool hasRest>
QRT_INLINE void multiplyPanel(const TileArgs &args, const TileRows *tiles, const char *panel,
                              int64_t first) {
  const TileBlock<Tiles, Op, R, V, hasRest> block{args, tiles};
  block.sum(panel);
  block.put(first);
}

/// R tiles of rows by all panels.
template <class Tiles, class Op, int R, bool hasRest>
void multiplyRows(const TileArgs &args, const TileRows *tiles) {
  const int64_t units = args.segments * (args.cut.count * args.cut.units + args.cut.rest);
  const char *panel = args.panels;
  int64_t v = 0;
  for (; v + 2 <= args.vectors; v += 2, panel += units * 2 * int64_t(sizeof(VecI)))
    multiplyPanel<Tiles, Op, R, 2, hasRest>(args, tiles, panel, v);
  if (v < args.vectors)
    multiplyPanel<Tiles, Op, R, 1, hasRest>(args, tiles, panel, v);
}

/// Takes two tiles of rows of equal height together, unless a segment has a rest.
template <class Tiles, class Op> void multiplyAll(const TileArgs &args) {
  const TileCut cut = args.cut;
  TileShapes &shapes = *args.shapes;
  for (int64_t t = 0; t < args.tileCount;) {
    const TileRows *tiles = args.tiles + t;
    const int64_t height = tiles->height;
    if (height != shapes.height || cut.units != shapes.cut.units || cut.rest != shapes.cut.rest) {
      configure<Tiles>(cut, height);
      shapes.cut = cut;
      shapes.height = height;
    }
    const bool isPair = t + 1 < args.tileCount && tiles[1].height == height;
    if (cut.rest)
      multiplyRows<Tiles, Op, 1, true>(args, tiles);
    else if (isPair)
      multiplyRows<Tiles, Op, 2, false>(args, tiles);
    else
      multiplyRows<Tiles, Op, 1, false>(args, tiles);
    t += isPair && !cut.rest ? 2 : 1;
  }
}

template <class Tiles> void releaseAll() { Tiles::release(); }

/// All that tiles multiply.
template <class Tiles> void fillWith(TileKernels &kernels) {
  kernels.bytes = multiplyAll<Tiles, ByteTiles<Tiles>>;
  kernels.release = releaseAll<Tiles>;
  kernels.halves = multiplyAll<Tiles, HalfTiles<Tiles>>;
}

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
