// Samples that flip run once more, many in one run, asked for the margin between their two classes.
#pragma once

#include "tools/libqopt/flows/explain/shares.h"

namespace qopt::run {

class FlipRuns {
public:
  /// Runs hold `batch` samples.
  FlipRuns(const Attribution &attribution, size_t output, Shares &shares, int64_t batch)
      : attribution(attribution), output(output), shares(shares), batch(batch) {}

  /// Adds samples of a run of so many rows, which wait until there are as many as a run takes.
  qrt::Status add(llvm::ArrayRef<qrt::Tensor> inputs, int64_t rows,
                  llvm::ArrayRef<Shares::Flipped> flips);
  /// Runs those that wait.
  qrt::Status finish();

private:
  qrt::Tensor joined(size_t input) const;
  qrt::Tensor margins() const;

  const Attribution &attribution;
  size_t output;
  Shares &shares;
  int64_t batch;
  std::vector<std::vector<qrt::Tensor>> waiting; // by sample: a row of each input
  std::vector<Shares::Flipped> flips;
};

} // namespace qopt::run
