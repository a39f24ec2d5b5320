// Sums over the rows that the layers of a pass read, and what rounding makes of them.
#pragma once

#include "passes/repair/round_weights.h"
#include "runtime/numerics/execution/execution.h"
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/repair/repair_plan.h"

#include <variant>

namespace qopt {

/// A layer, rounded, and how many rows told of it.
struct MeasuredRounding {
  const SeedLayer *layer;
  RoundedLayer result;
  int64_t rows;
};

class LayerSums {
public:
  /// Takes sums for the layers of a pass. Of all `samples` samples together about `rows` rows of a
  /// layer are taken, of pairs twice as many. The execution's pool outlives the sums.
  LayerSums(llvm::ArrayRef<SummedLayers> layers, int64_t samples, int64_t rows,
            const qrt::Execution &execution);

  /// Returns the rows, of those that `wanted` has, whose sums are not too large for these layers:
  /// pairs in sums, else pairs, else rows alone.
  static Rows rowsThatFit(const AlikeLayers &layers, Rows wanted);
  /// Returns the bytes of the sums of these layers.
  static int64_t bytes(const SummedLayers &layers);

  /// Adds a batch: `inputs` are what each of the layers reads, in their order. For pairs, `wanted`
  /// is what it answers for, and `lacks` what its sum lacks where it has one; else a tensor of no
  /// elements. `rows` of a run are samples, the first of the batch being number `first` of all;
  /// where `mixes`, a batch is one sample.
  qrt::Status add(llvm::ArrayRef<qrt::Tensor> inputs, const Calibrator::Batch &batch, int64_t first,
                  int64_t rows, bool mixes, llvm::ArrayRef<qrt::Tensor> wanted = {},
                  llvm::ArrayRef<qrt::Tensor> lacks = {});
  /// After the last batch.
  using RoundingOf = llvm::function_ref<RoundingOptions(const SeedLayer &)>;
  std::vector<MeasuredRounding> round(RoundingOf how);

private:
  struct Measured {
    AlikeLayers layers;
    std::variant<MomentSums, PairSums> sums;
  };
  std::vector<Measured> measured;
  qrt::Execution execution;
};

} // namespace qopt
