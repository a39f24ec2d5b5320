// Products of a block of pixels with the panels of packed weights, the epilogue behind them.
// Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/matmul/packing.h"

namespace qrt {

/// Where pixels find what they are multiplied with (GemmArgs).
struct PixelRows {
  const char *base;
  std::span<const int64_t> offsets, segmentOffsets;
};

/// Whether a thread should take part of the weights for all pixels: each has some, and they are
/// more than the activations, and than a core's own cache keeps from one item to the next.
bool canShareWeights(const PackedWeights &packed, int64_t activationBytes, int64_t threads);

/// One thread's.
class BlockProduct {
public:
  BlockProduct(const PackedWeights &packed, std::span<const int32_t> init, BlockShape block,
               EpilogueRunner epilogue);
  /// All of `pixels` with panels [begin, end) of one group; of `tile` where it begins, without its
  /// channel.
  void run(EpilogueRunner::Tile tile, const PixelRows &pixels, int64_t group, size_t begin,
           size_t end);

private:
  /// How many of `left` pixels to take next: a last block of a row or two would leave most of the
  /// multipliers idle, so the one before takes them too.
  int64_t rowsOf(int64_t left) const {
    return left <= block.rows + block.rows / 2 ? left : block.rows;
  }
  void runPanels(EpilogueRunner::Tile tile, const PixelRows &pixels, int64_t group, size_t begin,
                 size_t end);

  const PackedWeights &packed;
  std::span<const int32_t> init;
  BlockShape block;
  EpilogueRunner epilogue;
  Scratch acc;
};

} // namespace qrt
