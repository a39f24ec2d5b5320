// One part of the samples calibrates and repairs, and the others, which it has not seen, judge.
#pragma once

#include "tools/libqopt/flows/quantize/answered_samples.h"

#include <map>
#include <tuple>

namespace qopt::run {

/// All that it makes lies in a context of its own: a context keeps the weights of each module that
/// was ever made in it, and goes with them.
class HeldBack {
public:
  /// The quantizer and the names outlive this.
  HeldBack(const Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames);

  /// Sets the samples that calibrate, and those that judge, by their numbers in the set. Remarks on
  /// steps and networks go to these reports.
  qrt::Status open(std::shared_ptr<Reports> reports, std::vector<int64_t> calibrating,
                   std::vector<int64_t> judging);
  /// Returns the noise by a settled recipe, by the quantizer's repair where it has one. Ranges are
  /// those of the float network, smoothed where it says so; what several recipes need is made once.
  qrt::Expected<SampleNoise> noiseOf(const Recipe &recipe);
  /// Returns how many of the samples that judge are left out for memory.
  int64_t leftOut() const { return answered ? answered->leftOut() : 0; }

private:
  SampleOptions samplesOf(std::vector<int64_t> places) const;
  qrt::Expected<const Calibration *> rangesOf(const Recipe &recipe);
  qrt::Expected<Calibration *> statisticsOf(const Recipe &recipe);
  qrt::Expected<Calibration> triedBy(const Recipe &recipe);
  qrt::Expected<const Loaded *> measuredBy(const Recipe &recipe);
  qrt::Expected<const Loaded *> sourceOf(const Recipe &recipe);
  qrt::Status answer();

  const Quantizer &quantizer;
  llvm::ArrayRef<std::string> outputNames;
  std::optional<Loaded> floats; // a copy, apart
  std::vector<int64_t> calibrating, judging;
  std::optional<AnsweredSamples> answered;
  std::map<double, Calibration> seen; // by smoothing, with statistics; ranges of one recipe each
  std::map<std::tuple<double, std::string>, Calibration> tried; // and by scheme, of tried ranges
  std::map<std::tuple<double, bool, bool>, Loaded> repaired;    // smoothing, rounds, corrects bias
};

} // namespace qopt::run
