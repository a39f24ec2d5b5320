// Ranges that are tried, by what they make of the layers that read them: calibrator `auto`.
#pragma once

#include "passes/calibrate/calibration.h"
#include "passes/calibrate/error_taps.h"
#include "passes/calibrate/exact_sum.h"
#include "runtime/numerics/types/tensor.h"

namespace qopt {

class RangeTrials {
public:
  /// `settings`: outlives the trials.
  explicit RangeTrials(const CalibrationSettings &settings) : settings(settings) {}

  /// What the other methods propose for a tensor, where they differ; nothing where they do not.
  llvm::SmallVector<ErrorCandidate, 4>
  propose(const std::string &key, const TensorStatistics &statistics, bool readByFunction);
  /// What a tap measured: of `samples` of the `rows` of a run.
  void add(const ErrorTap &tap, const qrt::Tensor &means, int64_t samples, int64_t rows);
  /// The range that readers suffer least from, of every tensor, and who proposed it.
  void choose(Calibration &calibration) const;

private:
  /// The ranges of a tensor, and who proposes each; equal ones once.
  struct Trial {
    std::vector<std::pair<std::string, Range>> ranges;
    /// By reader: squared differences of each, of what it cuts off alone, and what they are
    /// measured in.
    std::map<size_t, std::vector<ExactSum>> errors, clipErrors;
    std::map<size_t, ExactSum> energy;
  };
  Trial trialOf(const TensorStatistics &statistics, bool readByFunction) const;
  size_t bestOf(const Trial &trial) const;

  const CalibrationSettings &settings;
  std::map<std::string, Trial> trials;
};

} // namespace qopt
