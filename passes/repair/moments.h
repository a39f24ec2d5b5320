// What samples tell of the rows that a layer reads: the mean, and how elements vary together.
#pragma once

#include "passes/repair/layer_rows.h"
#include "runtime/numerics/execution/execution.h"

#include <span>
#include <vector>

namespace qopt {

/// Of one group's part of the rows.
struct Moments {
  std::vector<double> mean;   // E[x]
  std::vector<double> second; // E[x·xᵀ], [terms, terms]
};

/// Adds rows up, one after the other in f64: the bits depend on the rows and their order alone.
class MomentSums {
public:
  MomentSums(const SeedLayer &layer, int64_t rowsPerSample);

  /// The rows of sample `sample` that chosenRows() names: `leading` leading indices of an input of
  /// `shape`, which begin at `from`. False where one holds a NaN or an infinity.
  bool addSample(const qrt::Execution &execution, const qrt::Shape &shape, const float *from,
                 int64_t leading, int64_t sample);
  int64_t rowCount() const { return rows + inBlock; }
  /// By group; after the last sample. The sums become them: there is no second copy.
  std::vector<Moments> finish(const qrt::Execution &execution);

  /// Of a layer's sums, and of rows on the way to them.
  static int64_t bytes(const SeedLayer &layer);

private:
  void flush(const qrt::Execution &execution);

  const SeedLayer layer;
  int64_t rowsPerSample, blockRows, rows = 0, inBlock = 0;
  std::vector<float> block;  // rows that wait
  std::vector<Moments> sums; // not yet divided; lower triangles
};

} // namespace qopt
