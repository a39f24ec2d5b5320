// Moments hold what samples tell of the rows that a layer reads: the mean, and how elements vary
// together.
#pragma once

#include "passes/repair/layer_rows.h"
#include "runtime/numerics/execution/execution.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <span>
#include <vector>

namespace qopt {

/// A layer answers for a sum where its result is added to another value, which earlier layers
/// changed by −d: these are E[d], E[d²], E[d·x] and E[d·f] of each of the group's outputs, the last
/// two in rows of an output.
struct LackMoments {
  std::vector<double> mean = {}, square = {}, read = {}, wanted = {};
};

/// These are the moments of one group's part of the rows.
struct Moments {
  std::vector<double> mean;   // E[x]
  std::vector<double> second; // E[x·xᵀ], [terms, terms]
  /// A layer may answer for other rows f than those x that it will read, as behind layers that are
  /// rounded already: then these are E[f], E[f·fᵀ], and E[f·xᵀ] in rows of f's elements. Else they
  /// are empty: f is x.
  std::vector<double> wantedMean = {}, wantedSecond = {}, cross = {};
  LackMoments lack = {}; // empty where the result is all that it answers for
  /// The same of two parts of the samples, each of which judges what the other one tells. Empty
  /// where nothing is judged.
  std::vector<Moments> parts = {};
};

/// Rows come alone; or in pairs of what a layer reads and what it answers for; or in such pairs
/// with what the sum lacks that the result is added to.
enum class Rows { Alone, Pairs, PairsInSums };

/// Adds rows up, one after the other in f64: the bits depend on the rows and their order alone.
class MomentSums {
public:
  MomentSums(const SeedLayer &layer, int64_t rowsPerSample, Rows kind = Rows::Alone);

  /// The rows of sample `sample` that chosenRows() names: `leading` leading indices of an input of
  /// `shape`, which begin at `from`, and where rows come in pairs of one that begins at `wanted`.
  /// `lack`, of the result's shape, is read where rows come in sums. False where one holds a NaN or
  /// an infinity.
  bool addSample(const qrt::Execution &execution, const qrt::Shape &shape, const float *from,
                 int64_t leading, int64_t sample, const float *wanted = nullptr,
                 const float *lack = nullptr);
  int64_t rowCount() const { return rows + inBlock; }
  /// Returns the moments of each group, after the last sample. The sums become them: there is no
  /// second copy.
  std::vector<Moments> finish(const qrt::Execution &execution);

  /// Returns the bytes of a layer's sums, and of rows on the way to them.
  static int64_t bytes(const SeedLayer &layer, Rows kind = Rows::Alone);

private:
  void flush(const qrt::Execution &execution);
  void addLack(const qrt::Execution &execution, const float *from, LackMoments &of);
  bool place(std::vector<float> &part, int64_t at, llvm::function_ref<void(float *to)> gather);
  void divide(Moments &sums) const;
  Moments pairOf(Moments &sums) const;

  const SeedLayer layer;
  Rows kind;
  int64_t rowsPerSample, blockRows, rows = 0, inBlock = 0;
  std::vector<float> row, result; // that are looked at
  std::vector<float> block;       // rows that wait, by group: what is wanted, read and lacking
  /// Lower triangles of the rows' sums, not yet divided by their count. Rows of what lacks are
  /// multiplied by those of [wanted, read].
  std::vector<Moments> sums;
};

/// Pairs of rows, apart by whether the sample's number is even.
class PairSums {
public:
  PairSums(const SeedLayer &layer, int64_t rowsPerSample, Rows kind = Rows::Pairs)
      : parts{{layer, rowsPerSample, kind}, {layer, rowsPerSample, kind}} {}

  bool addSample(const qrt::Execution &execution, const qrt::Shape &shape, const float *read,
                 int64_t leading, int64_t sample, const float *wanted, const float *lack) {
    return parts[sample % 2].addSample(execution, shape, read, leading, sample, wanted, lack);
  }
  int64_t rowCount() const { return parts[0].rowCount() + parts[1].rowCount(); }
  /// Returns the moments of each group, of all samples, and with the parts where both have rows.
  std::vector<Moments> finish(const qrt::Execution &execution);

  static int64_t bytes(const SeedLayer &layer, Rows kind) {
    return 2 * MomentSums::bytes(layer, kind);
  }

private:
  MomentSums parts[2];
};

} // namespace qopt
