// Products of rows (a convolution's pixels or a matrix's rows) with the panels of packed weights,
// followed by the epilogue. Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/matmul/packing.h"
#include "runtime/numerics/matmul/tile_product.h"

namespace qrt {

/// The addresses of A's elements for a set of rows, as in GemmArgs.
struct ProductRows {
  const char *base;
  std::span<const int64_t> offsets, segmentOffsets;
};

/// Returns whether each thread should take a part of the weights for all rows: there is a panel for
/// each thread, and the weights exceed both the activations and a core's own cache.
bool canShareWeights(const PackedWeights &packed, int64_t activationBytes, int64_t threads);

/// The working state of one thread.
class BlockProduct {
public:
  BlockProduct(const PackedWeights &packed, std::span<const int32_t> init, BlockShape block,
               EpilogueRunner epilogue)
      : packed(packed), init(init), block(block), epilogue(std::move(epilogue)) {}
  /// Multiplies all `rows` with panels [begin, end) of one matrix; `tile` is where the matrix's
  /// first column begins in the result.
  void run(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix, size_t begin,
           size_t end);

private:
  /// Returns how many of `left` rows to take next. A last block of a row or two would leave most of
  /// the multipliers idle, so the block before takes them too.
  int64_t rowsOf(int64_t left) const {
    return left <= block.rows + block.rows / 2 ? left : block.rows;
  }
  void runPanels(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix, size_t begin,
                 size_t end);

  const PackedWeights &packed;
  std::span<const int32_t> init;
  BlockShape block;
  EpilogueRunner epilogue;
  TileProduct tiles;
  Scratch acc;
};

} // namespace qrt
