// Predictions of several models on one set of samples.
#pragma once

#include "tools/qrun/feeder.h"
#include "tools/qrun/statistics.h"

namespace qopt::run {

/// One model on one device, and what it predicted.
struct Contender : Subject {
  explicit Contender(Subject subject) : Subject(std::move(subject)) {}
  std::vector<int64_t> predictions;
  std::vector<std::vector<int64_t>> leading; // the five best, of more than five classes
  std::vector<double> secondsPerSample;      // of each batch
  int64_t classes = 0;                       // that scores are of; 0: the output is the class

  /// Where `output` is empty: the only output, or the first.
  qrt::Expected<size_t> outputIndex(const std::string &output) const;
};

struct EvaluationOptions : SampleOptions {
  std::string labels, output; // labels: the array's name; empty: "labels"
};

/// The class that each of so many samples is given: the place of its largest score, or its own
/// number where the output is an integer for each. Fails where it is neither.
qrt::Expected<std::vector<int64_t>> predictedClasses(const Subject &subject, size_t output,
                                                     const qrt::Tensor &scores, int64_t rows);

/// Runs all contenders over the samples, batch by batch in turn.
qrt::Status predict(std::vector<Contender> &contenders, const EvaluationOptions &options);

/// The labels; empty where the data have none.
qrt::Expected<std::vector<int64_t>> labelsOf(const EvaluationOptions &options);

/// One for each sample that was predicted, and of a class that there is; or none at all.
qrt::Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                        const EvaluationOptions &options);

/// A warning where so many right answers are what chance gives.
void warnOfChance(const std::vector<int64_t> &labels, const Contender &contender);

/// --max-drop and --max-flips.
void addGates(CLI::App &command, std::optional<double> &maxDrop, std::optional<int64_t> &maxFlips);

/// "12.34 %".
std::string percent(int64_t part, int64_t whole);

/// One row a contender: accuracy, agreement with the first one, weight bytes,
/// peak activation bytes at `batch`, time per sample.
void printTable(llvm::ArrayRef<Contender> contenders, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream);

} // namespace qopt::run
