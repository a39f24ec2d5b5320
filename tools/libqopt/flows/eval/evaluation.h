// Predictions of several models on one set of samples.
#pragma once

#include "tools/libqopt/flows/eval/output_kind.h"
#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/flows/numbers/statistics.h"

namespace qopt::run {

/// An output's values, for networks that are judged later: all of them, or none where they are
/// larger.
class KeptValues {
public:
  /// So many bytes at most.
  void keepUpTo(size_t bytes) { most = bytes; }
  void add(const Piece &piece);
  bool areAll() const { return taken <= most; }
  const std::vector<Piece> &pieces() const { return kept; }

private:
  std::vector<Piece> kept;
  size_t most = 0, taken = 0; // bytes
};

/// The answers of one output to all samples.
struct Answers {
  size_t output = 0; // its place among the model's
  std::string name;
  std::optional<OutputKind> kind; // what it is judged as, once somebody has said it (chooseKinds)
  bool areSteps = false; // of classes: a sample has several steps, [N, steps, classes], in order
  std::vector<int64_t> predictions;          // none where the output tells no classes apart
  std::vector<std::vector<int64_t>> leading; // the five best, of more than five classes
  std::optional<PiecewiseDifference> beside; // what it is compared with, if anything
  KeptValues kept;
  int64_t classes = 0; // that scores are of; 0: the output is the class
  /// The number of plain integers of an output that has several a sample. They are places or
  /// classes, equal or not, and never numbers near each other.
  int64_t indices = 0;

  bool tellClasses() const { return !predictions.empty(); }
  /// One for each sample, as labels are.
  bool takeLabels() const { return tellClasses() && !areSteps; }
};

/// One model on one device, and what it predicted.
struct Contender : Subject {
  explicit Contender(Subject subject) : Subject(std::move(subject)) {}
  int64_t samples = 0;                  // that it has seen
  std::vector<Answers> outputs;         // that are judged (chooseOutputs)
  size_t labelled = 0;                  // which of them labels are of
  std::vector<double> secondsPerSample; // of each batch but the first, which warms up

  const Answers &scores() const { return outputs[labelled]; }
  /// The values of all outputs are compared with those of whoever is the first.
  void compareAll() {
    for (Answers &answers : outputs)
      answers.beside.emplace();
  }
  double medianSeconds() const; // a sample's; NaN before a batch was timed
  /// Returns the place of the output of that name. An empty name means the only output, or the
  /// first.
  qrt::Expected<size_t> outputIndex(const std::string &output) const;
};

/// The class of each sample of a set, selected or not.
using LabelReader = std::function<qrt::Expected<std::vector<int64_t>>(const SampleStream &samples)>;

struct EvaluationOptions : SampleOptions {
  std::string labels;          // what commands and messages call them; empty: nobody named
  LabelReader readLabels = {}; // absent: there are none
  size_t folders = 0;          // of the data that are classes
  std::vector<std::string> outputs = {}; // that are judged; empty: all
  std::optional<OutputKind> judge = {};  // as which, where the user says it
  int64_t labelOffset = 0;               // added to each label
};

/// Says whether it is an error that an output tells no classes apart. Required: it is; OrIndices:
/// not where the output holds indices, which may be equal or not; IfAny: it is none.
enum class Classes { Required, OrIndices, IfAny };

/// Runs all contenders, whose outputs are chosen, over the samples, batch by batch in turn; those
/// that are compared, with the first. The samples' labels, where there are any; where they do not
/// fit, nothing runs. Fails where classes are required and no output of a contender tells any.
qrt::Expected<std::vector<int64_t>> predict(std::vector<Contender> &contenders,
                                            const EvaluationOptions &options, Classes classes);

/// "12.34 %".
std::string percent(int64_t part, int64_t whole);

} // namespace qopt::run
