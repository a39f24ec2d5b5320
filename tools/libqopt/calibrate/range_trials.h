// Ranges that are tried, by what they make of the layers that read them: calibrator `auto`.
#pragma once

#include "passes/calibrate/calibration.h"
#include "passes/calibrate/error_taps.h"
#include "passes/calibrate/exact_sum.h"
#include "passes/calibrate/reader_functions.h"
#include "runtime/numerics/types/tensor.h"

namespace qopt {

class RangeTrials {
public:
  /// `settings`: outlives the trials.
  explicit RangeTrials(const CalibrationSettings &settings) : settings(settings) {}

  /// Readers says of a tensor what matters to the ranges that are tried: which operations read it.
  struct Readers {
    bool areFunctions = false;             // one of them
    std::vector<ReaderFunction> functions; // all of them, if no other operation reads the tensor
  };
  /// Returns the ranges to try, for each tensor that is tried and for which they differ: those of
  /// the other methods; of a tensor that functions alone read the one that these lose least with
  /// (functionRange), beside min-max. The others keep the range that the first method, min-max,
  /// proposes.
  ErrorCandidates propose(const std::map<std::string, TensorStatistics> &statistics,
                          const std::map<std::string, Readers> &readers,
                          llvm::function_ref<bool(const std::string &key)> isTried);
  /// Adds the errors that a tap measured, of `samples` of the `rows` of a run.
  void add(const ErrorTap &tap, const qrt::Tensor &means, int64_t samples, int64_t rows);
  /// Chooses for every tensor the range that readers suffer least from, and notes who proposed it.
  /// With fewer than 32 samples, a range that cuts off something must do better than the first,
  /// min-max, by more than samples differ (a paired t-test at 95 %).
  void choose(Calibration &calibration) const;

private:
  /// The ranges of a tensor, and who proposes each; equal ones once.
  struct Trial {
    std::vector<std::pair<std::string, Range>> ranges;
    /// These are by reader: squared differences of each range, those of what it cuts off alone, and
    /// the energy that they are measured in.
    std::map<size_t, std::vector<ExactSum>> errors, clipErrors;
    std::map<size_t, ExactSum> energy;
    /// These are for few samples: squares of how far the errors of a sample are from those of the
    /// first range, which cuts off nothing; and the same of what is cut off.
    std::map<size_t, std::vector<ExactSum>> squares, clipSquares;
    std::map<size_t, std::vector<float>> first; // of the batch under way
    std::map<size_t, int64_t> samples;
  };
  llvm::SmallVector<ErrorCandidate, 4> candidatesOf(const Trial &trial,
                                                    const TensorStatistics &statistics) const;
  Trial trialOf(const TensorStatistics &statistics, const Readers &readers) const;
  Trial trialOfFunctions(const TensorStatistics &statistics,
                         std::span<const ReaderFunction> functions) const;
  Trial untried(const TensorStatistics &statistics) const;
  void addSpread(Trial &trial, const ErrorTap &tap, llvm::ArrayRef<float> errors);
  size_t bestOf(const Trial &trial) const;
  double errorOf(const Trial &trial, size_t reader, size_t range) const;
  double errorOf(const Trial &trial, size_t range) const;
  bool ruinsReader(const Trial &trial, size_t range) const;
  double doubtOf(const Trial &trial, size_t range) const;

  const CalibrationSettings &settings;
  std::map<std::string, Trial> trials;
};

} // namespace qopt
