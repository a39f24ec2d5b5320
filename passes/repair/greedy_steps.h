// Weights rounded one after the other, each one's error passed on to those still free (GPTQ:
// Frantar et al. 2022), and what is left improved step by step.
#pragma once

#include "passes/repair/sums_of_rows.h"

#include <optional>
#include <vector>

namespace qopt::rounding {

/// Rounds in the order of a falling diagonal of H: what weighs most is rounded while there is the
/// most left to mend it.
class GreedyRounding {
public:
  /// Returns a rounding with so much added to the diagonal of E[x·xᵀ]; none where that is not
  /// positive.
  static std::optional<GreedyRounding> of(const RowSums &sums, const Vector &damping);

  /// The largest target of each grid goes to the grid's end, so that the grid stays; `held` tells
  /// the channels in which that was not what the errors asked for.
  Matrix steps(const Matrix &target, const WeightGrid &grid, std::vector<bool> &held) const;

private:
  Matrix inverse; // its upper half is U with UᵀU = H⁻¹, in `order`
  std::vector<int64_t> order;
};

/// Changes single steps and the scales of their grids for as long as the error of their channel
/// falls: that of their real values v, (v − target)·h·(v − target)ᵀ. `h` is positive. Each grid
/// keeps a weight at one of its ends.
void descend(const Matrix &target, const Matrix &h, WeightGrid &grid, Matrix &steps);

} // namespace qopt::rounding
