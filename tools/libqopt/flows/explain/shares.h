// Adds up what runs of an attribution tell.
#pragma once

#include "tools/libqopt/flows/explain/attribution.h"
#include "tools/libqopt/flows/explain/explain.h"
#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// This class adds up one output's.
class Shares {
public:
  Shares(const Attribution &attribution, size_t output);

  /// Adds the answers of a run for an output, and what each layer adds to e². `first` is the number
  /// of its first sample. Returns the samples of the run that flip.
  struct Flipped {
    int64_t row, sample, from, to;
  };
  std::vector<Flipped> add(llvm::ArrayRef<qrt::Tensor> results, int64_t rows, int64_t samples,
                           int64_t first);
  /// Adds a run's results in which the direction of each sample was drawn at random: the square of
  /// what a layer adds to it is on average that of all that it adds.
  void addAlone(llvm::ArrayRef<qrt::Tensor> results, int64_t samples);
  /// Adds a run's results in which sample i of `flips` was asked for the margin of its two classes.
  void addMargins(llvm::ArrayRef<qrt::Tensor> results, llvm::ArrayRef<Flipped> flips);

  ExplainedOutput finish() const;

private:
  void addNoise(const qrt::Tensor &here, const qrt::Tensor &there, int64_t values);
  double valueOf(const qrt::Tensor &result, const Contribution &of, int64_t row) const;

  const Attribution &attribution;
  size_t output;
  double noise = 0, power = 0;
  int64_t classes = 0, flips = 0;
  std::vector<double> sums;    // by contribution
  std::vector<double> alone;   // squares, by layer
  std::vector<double> margins; // parts of flips, by layer
  std::vector<int64_t> blamed; // by layer
  std::vector<ExplainedFlip> flipped;
};

} // namespace qopt::run
