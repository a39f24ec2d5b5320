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

  /// Where `output` is empty: the only output, or the first.
  qrt::Expected<size_t> outputIndex(const std::string &output) const;
};

struct EvaluationOptions : SampleOptions {
  std::string labels, output; // labels: the array's name; empty: "labels"
};

/// Runs all contenders over the samples, batch by batch in turn.
qrt::Status predict(std::vector<Contender> &contenders, const EvaluationOptions &options);

/// The labels; empty where the data have none.
qrt::Expected<std::vector<int64_t>> labelsOf(const EvaluationOptions &options);

/// "12.34 %".
std::string percent(int64_t part, int64_t whole);

/// One row a contender: accuracy, agreement with the first one, weight bytes,
/// peak activation bytes at `batch`, time per sample.
void printTable(llvm::ArrayRef<Contender> contenders, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream);

} // namespace qopt::run
