// Weights as the matrix kernels read them, and the block product on them.
// Internal to runtime/numerics.
#pragma once

#include "runtime/numerics/execution/scratch.h"
#include "runtime/numerics/matmul/gemm_kernels.h"
#include "runtime/numerics/matmul/matmul.h"
#include "runtime/numerics/matmul/stage_kernels.h"
#include "runtime/numerics/types/halves.h"

#include <functional>
#include <vector>

namespace qrt {

struct DepthwiseArgs; // windows/depthwise/depthwise_kernels.h

enum class PackedForm : uint8_t {
  Panels,         // of matrices: a group or a batch entry each
  DepthwiseTaps,  // a row of channels for each tap
  DepthwiseQuads, // of bytes, for depthwiseRows: four taps of a column together (DepthwiseArgs)
  Tiles,          // panels of a matrix for each product (windows/tiled_conv2d.h)
};

class PackedWeights {
public:
  explicit PackedWeights(PackedFor packedFor) : data(packedFor) {}

  struct Panel {
    int64_t column; // its first
    int vectors;
    size_t offset; // bytes into a matrix
  };

  GemmFamily family = GemmFamily::F32Fixed;
  Isa isa = Isa::Baseline;
  QuantizedInput input;
  PackedForm form = PackedForm::Panels;
  // A depthwise convolution's kernel of rows where there is one for the window, and whether it
  // finishes.
  void (*depthwiseRows)(const DepthwiseArgs &) = nullptr;
  bool depthwiseFinishes = false;
  StageKind stage = StageKind::Copy; // how A must be rewritten
  int stagedWidth = 4;               // bytes of an element of A
  // k of one row: `segments` stretches of `run` elements in `units` units.
  int64_t segments = 1, run = 1, units = 1;
  int64_t columns = 1; // of one matrix
  int64_t paddedColumns = 1;
  int64_t matrices = 1;
  size_t matrixBytes = 0;
  std::vector<Panel> panels;
  WeightMemory data;
  // [matrices][paddedColumns], modulo 2^32, for kernels that read bytes unchanged (Dot8 and
  // DepthwiseQuads): −Σ w, and the sums' initial values for `input`.
  std::vector<int32_t> negatedSums, init;

  /// A must be copied (rewritten, widened, or its last unit would read past a run).
  bool mustStage() const {
    const bool isKept =
        stage == StageKind::Keep16 || (stage == StageKind::Copy && !isHalf(input.type));
    return !isKept || run * stagedWidth % 4 != 0;
  }
  /// The finish that its kernel supports (the matrix product's or the depthwise rows'); none: sums
  /// are stored.
  std::optional<FinishKind> finish() const;
  int accWidth() const { return family == GemmFamily::Wide ? 8 : 4; }
  /// Returns the staged value of padding.
  int64_t stagedPad(int32_t zeroPoint) const;
  /// `init` from `negatedSums`.
  void prepareInit();
  /// Returns the sums' initial values at a zero point; empty: 0. They are in `own` unless `init`
  /// has them.
  std::span<const int32_t> initFor(int32_t zeroPoint, std::vector<int32_t> &own) const;
};

/// The place of a run of columns at one k, in elements of B.
struct PackedColumns {
  int64_t first, stride;
};
/// B in its own storage.
struct PackSource {
  ElementType type;
  const void *values;
  int32_t zeroPoint;
  std::function<PackedColumns(int64_t matrix, int64_t segment, int64_t k, int64_t column)> locate;
};

/// Chooses the family for `input`, B's type and the run already set.
void chooseFamily(PackedWeights &packed, const Execution &execution, QuantizedInput input,
                  QuantizedInput bType);
/// Lays out panels for the segments, run, columns and matrices already set.
void packPanels(const Execution &execution, PackedWeights &packed, const PackSource &source);

/// acc[row][·] of the rows at base + rowOffsets, for panels [firstPanel, lastPanel) of one matrix;
/// acc's first column is that of the first panel. A finish, which also begins at that column, takes
/// acc's place (PackedWeights::finish). `init` comes from initFor.
void multiplyBlock(const PackedWeights &packed, std::span<const int32_t> init, int64_t matrix,
                   size_t firstPanel, size_t lastPanel, const char *base,
                   std::span<const int64_t> rowOffsets, std::span<const int64_t> segmentOffsets,
                   void *acc, int64_t accStride, const std::optional<Finish> &finish);

/// The blocking of a product: panels of at most 256 columns together, and as many rows as keep the
/// accumulators in the first-level cache.
struct BlockShape {
  size_t panels;
  int64_t rows;
};
BlockShape chooseBlock(const PackedWeights &packed);

} // namespace qrt
