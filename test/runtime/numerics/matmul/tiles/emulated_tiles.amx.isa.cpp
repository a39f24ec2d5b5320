// The loop over tiles on tiles in memory, in place of AMX's: an executable that links this has the
// path amx wherever AVX-512 with VNNI is. What AMX would fault at ends the process.
#include "test/runtime/numerics/matmul/tiles/emulated_tiles.h"
#include "runtime/numerics/matmul/tiles/tile_loop.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

struct Tile {
  int rows = 0, rowBytes = 0;
  alignas(64) char bytes[16][64];
};
thread_local Tile tiles[8];
thread_local bool areInUse = false;

void require(bool isTrue, const char *rule) {
  if (isTrue)
    return;
  std::fprintf(stderr, "emulated tiles: %s\n", rule);
  std::abort();
}

template <class T> T at(const Tile &tile, int row, int column) {
  T value;
  std::memcpy(&value, tile.bytes[row] + column * int(sizeof(T)), sizeof value);
  return value;
}

float flushed(float x) { return std::fpclassify(x) == FP_SUBNORMAL ? std::copysign(0.0f, x) : x; }
float widened(uint16_t bits) {
  const uint32_t wide = uint32_t(bits) << 16;
  float x;
  std::memcpy(&x, &wide, sizeof x);
  return flushed(x);
}

int32_t addBytes(int32_t sum, const Tile &a, const Tile &b, int row, int column) {
  uint32_t wrapped = uint32_t(sum);
  for (int k = 0; k < a.rowBytes; ++k)
    wrapped += uint32_t(at<uint8_t>(a, row, k) * at<int8_t>(b, k / 4, column * 4 + k % 4));
  return int32_t(wrapped);
}

/// Even and odd elements apart, then together, then to the sum.
float addHalves(float sum, const Tile &a, const Tile &b, int row, int column) {
  float parts[2] = {0, 0};
  for (int k = 0; k < a.rowBytes / 2; ++k)
    parts[k % 2] =
        flushed(std::fma(widened(at<uint16_t>(a, row, k)),
                         widened(at<uint16_t>(b, k / 2, column * 2 + k % 2)), parts[k % 2]));
  return flushed(sum + flushed(parts[0] + parts[1]));
}

template <class Sum, class Add> void multiply(int c, int a, int b, const Add &add) {
  Tile &sums = tiles[c];
  require(areInUse && sums.rows == tiles[a].rows && sums.rowBytes == tiles[b].rowBytes &&
              tiles[a].rowBytes == tiles[b].rows * 4 && c != a && c != b && a != b,
          "shapes that no product has");
  for (int row = 0; row < sums.rows; ++row)
    for (int column = 0; column < sums.rowBytes / 4; ++column) {
      const Sum sum = add(at<Sum>(sums, row, column), tiles[a], tiles[b], row, column);
      std::memcpy(sums.bytes[row] + column * 4, &sum, sizeof sum);
    }
}

struct EmulatedTiles {
  static void configure(const TileConfig &config) {
    require(config.palette == 1 && config.startRow == 0, "another palette");
    for (int t = 0; t < 16; ++t) {
      const int rows = config.rows[t], rowBytes = config.rowBytes[t];
      require(t < 8 ? rows <= 16 && rowBytes <= 64 && !rows == !rowBytes : !rows && !rowBytes,
              "a shape that no tile has");
      if (t < 8)
        tiles[t] = {rows, rowBytes, {}};
    }
    areInUse = true;
  }
  static void release() { areInUse = false; }
  template <int t> static void zero() {
    require(areInUse && tiles[t].rows, "a tile without a shape");
    std::memset(tiles[t].bytes, 0, sizeof tiles[t].bytes);
  }
  template <int t> static void load(const char *from, int64_t stride) {
    zero<t>();
    for (int row = 0; row < tiles[t].rows; ++row)
      std::memcpy(tiles[t].bytes[row], from + row * stride, size_t(tiles[t].rowBytes));
  }
  template <int t> static void store(char *to, int64_t stride) {
    require(areInUse && tiles[t].rows, "a tile without a shape");
    for (int row = 0; row < tiles[t].rows; ++row)
      std::memcpy(to + row * stride, tiles[t].bytes[row], size_t(tiles[t].rowBytes));
  }
  template <int c, int a, int b> static void multiplyBytes() {
    multiply<int32_t>(c, a, b, addBytes);
  }
  template <int c, int a, int b> static void multiplyHalves() {
    multiply<float>(c, a, b, addHalves);
  }
};

} // namespace

void fillTiles(TileKernels &kernels) { fillWith<EmulatedTiles>(kernels); }

} // namespace QRT_ISA_NAMESPACE

namespace test {

bool areTilesInUse() { return QRT_ISA_NAMESPACE::areInUse; }

} // namespace test
} // namespace qrt
