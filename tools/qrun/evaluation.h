// Predictions of several models on one set of samples.
#pragma once

#include "tools/qrun/feeder.h"
#include "tools/qrun/statistics.h"

namespace qopt::run {

/// One model on one device, and what it predicted.
struct Contender : Subject {
  explicit Contender(Subject subject) : Subject(std::move(subject)) {}
  int64_t samples = 0;                       // that it has seen
  std::vector<int64_t> predictions;          // none where the output tells no classes apart
  std::vector<std::vector<int64_t>> leading; // the five best, of more than five classes
  std::vector<double> answers;               // real values of the output, for the first samples
  std::vector<double> secondsPerSample;      // of each batch
  int64_t classes = 0;                       // that scores are of; 0: the output is the class

  /// Where `output` is empty: the only output, or the first.
  qrt::Expected<size_t> outputIndex(const std::string &output) const;
};

struct EvaluationOptions : SampleOptions {
  std::string labels, output; // labels: the array's name; empty: "labels"
  bool needsClasses = true;   // fails where the output tells none apart
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

/// dB of the output's values against another's, infinite where they are equal; nothing where they
/// are not as many.
std::optional<double> sqnrOf(const Contender &contender, const Contender &baseline);
/// "31.4 dB", "exact".
std::string decibels(double sqnr);

/// What a network must not lose.
struct Gates {
  std::optional<double> maxDrop, minSqnr; // points, dB
  std::optional<int64_t> maxFlips;

  bool areSome() const { return maxDrop || maxFlips || minSqnr; }
  bool needClasses() const { return maxDrop || maxFlips; }
  /// The messages of those that do not hold.
  std::vector<std::string> broken(const PairedAccuracy &paired, double sqnr) const;
};
/// --max-drop, --max-flips and --min-sqnr.
void addGates(CLI::App &command, Gates &gates);

/// "12.34 %".
std::string percent(int64_t part, int64_t whole);

/// One row a contender: accuracy, agreement with the first one, weight bytes,
/// peak activation bytes at `batch`, time per sample.
void printTable(llvm::ArrayRef<Contender> contenders, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream);

} // namespace qopt::run
