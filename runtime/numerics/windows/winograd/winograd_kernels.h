// Tiles of Winograd's products, before and behind them. Internal.
#pragma once

#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/execution/isa_table.h"

namespace qrt {

/// A row of tiles of F(2×2, 3×3): rows[y][2·tile + x] is the first channel of the tile's input
/// pixel (y, x), or of one that stands for the padding.
struct WinogradInputArgs {
  const float *const *const *rows; // 4
  int64_t tiles, channels;
  float *transformed; // [16 products][tiles][channels]
  int64_t productStride;
};
/// Their results: rows of `width` pixels, two, or fewer at the end.
struct WinogradOutputArgs {
  const float *sums; // [16 products][tiles][channels], the channels whole vectors
  int64_t productStride, channels, width;
  int rows;
  float *results[2];       // of each row: [width][channels]
  const Finish *finish[2]; // instead; null: none
};

struct WinogradKernels {
  void (*input)(const WinogradInputArgs &);
  void (*output)(const WinogradOutputArgs &);
};
const WinogradKernels &winogradKernels(Isa isa);

QRT_DECLARE_ISA_FILL(WinogradKernels, fillWinograd)

} // namespace qrt
