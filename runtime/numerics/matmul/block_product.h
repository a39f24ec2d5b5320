// Products of rows with the panels of packed weights, the epilogue behind them: of convolutions,
// whose rows are pixels, and of matrices. Internal.
#pragma once

#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/matmul/packing.h"

namespace qrt {

/// Where rows find what they are multiplied with (GemmArgs).
struct ProductRows {
  const char *base;
  std::span<const int64_t> offsets, segmentOffsets;
};

/// Whether a thread should take part of the weights for all rows: each has some, and they are
/// more than the activations, and than a core's own cache keeps from one item to the next.
bool canShareWeights(const PackedWeights &packed, int64_t activationBytes, int64_t threads);

/// One thread's.
class BlockProduct {
public:
  BlockProduct(const PackedWeights &packed, std::span<const int32_t> init, BlockShape block,
               EpilogueRunner epilogue)
      : packed(packed), init(init), block(block), epilogue(std::move(epilogue)) {}
  /// All of `rows` with panels [begin, end) of one matrix; of `tile` where the matrix' first column
  /// begins.
  void run(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix, size_t begin,
           size_t end);

private:
  /// How many of `left` rows to take next: a last block of a row or two would leave most of the
  /// multipliers idle, so the one before takes them too.
  int64_t rowsOf(int64_t left) const {
    return left <= block.rows + block.rows / 2 ? left : block.rows;
  }
  void runPanels(EpilogueRunner::Tile tile, const ProductRows &rows, int64_t matrix, size_t begin,
                 size_t end);

  const PackedWeights &packed;
  std::span<const int32_t> init;
  BlockShape block;
  EpilogueRunner epilogue;
  Scratch acc;
};

} // namespace qrt
