// Predictions of several models on one set of samples.
#pragma once

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

/// What one output said of all samples.
struct Answers {
  size_t output = 0; // its place among the model's
  std::string name;
  std::vector<int64_t> predictions;          // none where the output tells no classes apart
  std::vector<std::vector<int64_t>> leading; // the five best, of more than five classes
  std::optional<PiecewiseDifference> beside; // what it is compared with, if anything
  KeptValues kept;
  int64_t classes = 0; // that scores are of; 0: the output is the class
  /// Of an output of plain integers, several a sample: how many came. They are places or classes,
  /// equal or not, and never numbers near each other.
  int64_t indices = 0;

  bool tellClasses() const { return !predictions.empty(); }
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
  /// Where `output` is empty: the only output, or the first.
  qrt::Expected<size_t> outputIndex(const std::string &output) const;
};

/// The class of each sample of a set, selected or not.
using LabelReader = std::function<qrt::Expected<std::vector<int64_t>>(const SampleStream &samples)>;

/// Fails where there are not as many as samples.
LabelReader labelsAtHand(std::vector<int64_t> labels);

struct EvaluationOptions : SampleOptions {
  std::string labels;          // what commands and messages call them; empty: nobody named
  LabelReader readLabels = {}; // absent: there are none
  size_t folders = 0;          // of the data that are classes
  std::vector<std::string> outputs = {}; // that are judged; empty: all
  int64_t labelOffset = 0;               // added to each label
};

/// Whether an output of `rows` samples is of plain integers, several for each.
bool holdsIndices(const Port &port, const qrt::Tensor &result, int64_t rows);
/// The class that each of so many samples is given: the place of its largest score, or its own
/// number where the output is an integer for each. Fails where it is neither.
qrt::Expected<std::vector<int64_t>> predictedClasses(const Subject &subject, size_t output,
                                                     const qrt::Tensor &scores, int64_t rows);

/// Whether it is an error that an output tells no classes apart: yes; not where it holds indices,
/// which may be equal or not; no.
enum class Classes { Required, OrIndices, IfAny };

/// Runs all contenders, whose outputs are chosen, over the samples, batch by batch in turn; those
/// that are compared, with the first. The samples' labels, where there are any; where they do not
/// fit, nothing runs. Fails where classes are required and no output of a contender tells any.
qrt::Expected<std::vector<int64_t>> predict(std::vector<Contender> &contenders,
                                            const EvaluationOptions &options, Classes classes);

/// The labels of the selected samples, moved by the offset; empty where there are none.
qrt::Expected<std::vector<int64_t>> selectedLabels(const SampleStream &samples,
                                                   const EvaluationOptions &options);

/// Fails where the scores of a batch's own samples hold a NaN, which is no class. `places` is what
/// messages call sample i of the batch.
qrt::Status checkScores(const Subject &subject, size_t output, const qrt::Tensor &scores,
                        const Feeder::Batch &batch,
                        const std::function<std::string(int64_t)> &places);

/// What a result says of a batch's own samples, but for those that fill it up; all of it where
/// there is no row for each.
Piece pieceOf(const Subject &subject, size_t output, const qrt::Tensor &result,
              const Feeder::Batch &batch);
/// Its real values.
std::vector<double> answersOf(const Subject &subject, size_t output, const qrt::Tensor &result,
                              const Feeder::Batch &batch);

/// A warning where two networks normalize their samples differently.
void warnOfPreprocessing(const Subject &subject, const Subject &other);

/// A warning where two modules were made of different model files.
void warnOfSources(const Subject &subject, const Subject &other);

/// Empties labels that nobody named, with a warning, where the output tells no classes.
void dropUnusedLabels(std::vector<int64_t> &labels, const Contender &contender,
                      const EvaluationOptions &options);

/// Of a class that there is.
qrt::Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                        const EvaluationOptions &options);

/// A warning where labels one lower or higher agree far better, or where no more answers are right
/// than chance makes so.
void warnOfLabels(const std::vector<int64_t> &labels, const Contender &contender,
                  const EvaluationOptions &options);

/// "12.34 %".
std::string percent(int64_t part, int64_t whole);

} // namespace qopt::run
