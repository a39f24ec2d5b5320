// One part of the samples calibrates and repairs, and the others, which it has not seen, judge.
#pragma once

#include "tools/libqopt/flows/quantize/answered_samples.h"

#include <map>

namespace qopt::run {

class HeldBack {
public:
  /// `floats`: the quantizer's float network, compiled; both outlive this. What is said of steps
  /// and networks is told to its reports.
  HeldBack(const Quantizer &quantizer, const Contender &floats,
           llvm::ArrayRef<std::string> outputNames);

  /// What calibrates, and what judges, by their numbers in the set.
  qrt::Status open(std::vector<int64_t> calibrating, std::vector<int64_t> judging);
  /// Of a settled recipe. Ranges are those of the float network; what several recipes need is made
  /// once.
  qrt::Expected<SampleNoise> noiseOf(const Recipe &recipe);

private:
  SampleOptions samplesOf(std::vector<int64_t> places) const;
  qrt::Expected<const Calibration *> rangesOf(const Recipe &recipe);
  qrt::Expected<Calibration> measured(const CalibratorOptions &how) const;
  qrt::Expected<const Loaded *> sourceOf(const Recipe &recipe);

  const Quantizer &quantizer;
  const Contender &floats;
  llvm::ArrayRef<std::string> outputNames;
  SampleOptions calibrating;
  std::optional<AnsweredSamples> judging;
  std::optional<Calibration> seen;                  // with its statistics
  Calibration current;                              // of seen, by the recipe's calibrator
  std::map<std::string, Calibration> tried;         // by scheme, of those that try ranges
  std::map<std::pair<bool, bool>, Loaded> repaired; // rounds, corrects bias
};

} // namespace qopt::run
