#include "tools/libqopt/flows/eval/evaluation.h"

#include "ir/values/near_names.h"
#include "ir/values/origin.h"
#include "tools/libqopt/flows/lint_data/labels.h"
#include "tools/libqopt/flows/numbers/differences.h"
#include "tools/libqopt/flows/numbers/finite_values.h"
#include "tools/libqopt/flows/numbers/number_text.h"

#include "llvm/ADT/StringExtras.h"

#include <chrono>
#include <cmath>

using namespace qrt;

namespace qopt::run {

Expected<size_t> Contender::outputIndex(const std::string &output) const {
  const std::vector<Port> &ports = model->outputs();
  for (size_t i = 0; i < ports.size(); ++i)
    if (output.empty() || ports[i].name == output) {
      if (ports[i].length)
        return invalidArgument(path + ": the data decide how long output '" + ports[i].name +
                               "' is, so that it is no row of scores for each sample; name "
                               "another with --output-name");
      return i;
    }
  std::vector<std::string> names = namesOf(ports);
  return invalidArgument(path + ": has no output '" + output +
                         "'; it has: " + llvm::join(names, ", ") + didYouMean(output, names));
}

static bool isPlainInteger(const Port &port) { return !port.quantization && isInteger(port.type); }

bool holdsIndices(const Port &port, const Tensor &result, int64_t rows) {
  // Integers of a byte are pictures and the like, whose errors have a size.
  return isPlainInteger(port) && byteWidth(port.type) >= 4 && result.size() > rows;
}

Expected<std::vector<int64_t>> predictedClasses(const Subject &subject, size_t output,
                                                const Tensor &scores, int64_t rows) {
  const Port &port = subject.model->outputs()[output];
  auto refuse = [&](const std::string &why) {
    return invalidArgument(subject.path + ": output '" + port.name + "' of shape " +
                           shapeToString(scores.shape()) + " " + why +
                           "; name another with --output-name");
  };
  if (scores.shape().empty() || scores.shape()[0] != rows)
    return refuse("is no row of scores for each sample");
  if (holdsIndices(port, scores, rows))
    return refuse("is several integers for each sample, which are no scores");
  // A class for each pixel or word would be something else.
  if (std::count_if(scores.shape().begin() + 1, scores.shape().end(),
                    [](int64_t size) { return size > 1; }) > 1)
    return refuse("has more than one dimension of scores for each sample");
  if (scores.size() > rows)
    return argmaxRows(scores);
  if (!isPlainInteger(port))
    return refuse("is one number for each sample, which tells no class from another");
  return visitValues(
      scores, [](auto values) { return std::vector<int64_t>(values.begin(), values.end()); });
}

Piece pieceOf(const Subject &subject, size_t output, const Tensor &result,
              const Feeder::Batch &batch) {
  const bool hasRows = !result.shape().empty() && result.shape()[0] == batch.rows;
  const int64_t real = hasRows ? result.size() / batch.rows * batch.raw.count : result.size();
  return {result, subject.model->outputs()[output].quantization, real, batch.raw.count};
}

std::vector<double> answersOf(const Subject &subject, size_t output, const Tensor &result,
                              const Feeder::Batch &batch) {
  const Piece piece = pieceOf(subject, output, result, batch);
  return realValues(piece.tensor, piece.quantization, 0, piece.values);
}

void KeptValues::add(const Piece &piece) {
  taken += piece.tensor.bytes();
  if (areAll())
    kept.push_back(piece);
  else
    kept.clear();
}

/// "x.npz, sample 8, its output 'y' is NaN at [3]"; without a row for each sample the samples of
/// the run.
static std::string nanIn(const std::string &name, const Tensor &scores, bool hasRows,
                         const Feeder::Batch &batch,
                         const std::function<std::string(int64_t)> &places) {
  if (hasRows) {
    const NanPlace nan = *firstNan(scores);
    return places(nan.sample) + ": its output '" + name + "' is NaN at " + nan.place;
  }
  return places(0) +
         (batch.raw.count > 1
              ? ", and those after it in one run of " + std::to_string(batch.raw.count) + " samples"
              : std::string()) +
         ": output '" + name + "' is NaN at " + firstNanOfAll(scores);
}

Status checkScores(const Subject &subject, size_t output, const Tensor &scores,
                   const Feeder::Batch &batch, const std::function<std::string(int64_t)> &places) {
  const bool hasRows = !scores.shape().empty() && scores.shape()[0] == batch.rows;
  const int64_t own = hasRows ? scores.size() / batch.rows * batch.raw.count : scores.size();
  if (placesOfNan(scores, own).empty())
    return {};
  return invalidArgument(
      subject.path + " on " + subject.device + ": " +
      nanIn(subject.model->outputs()[output].name, scores, hasRows, batch, places) +
      "; qrun calibrate names the layer that computes it");
}

double Contender::medianSeconds() const {
  return secondsPerSample.empty() ? std::nan("") : percentile(secondsPerSample, 0.5);
}

/// What one output says of a batch.
static Status take(const Contender &contender, Answers &answers, const Tensor &scores,
                   const Feeder::Batch &batch, Classes classes) {
  const int64_t rows = batch.rows;
  const bool areIndices = holdsIndices(contender.model->outputs()[answers.output], scores, rows);
  if (areIndices)
    answers.indices += pieceOf(contender, answers.output, scores, batch).values;
  if (areIndices && classes != Classes::Required)
    return {};
  auto best = predictedClasses(contender, answers.output, scores, rows);
  if (!best)
    return classes != Classes::IfAny ? best.status() : Status();
  answers.classes = scores.size() > rows ? scores.size() / rows : 0;
  llvm::append_range(answers.predictions,
                     llvm::ArrayRef(*best).take_front(size_t(batch.raw.count)));
  if (scores.size() / rows > 5)
    llvm::append_range(answers.leading,
                       llvm::ArrayRef(leadingRows(scores, 5)).take_front(size_t(batch.raw.count)));
  return {};
}

/// Hands the values of output i to whoever compares them.
static void handOn(std::vector<Contender> &contenders, Contender &of, size_t i,
                   const Piece &piece) {
  if (of.outputs[i].beside)
    of.outputs[i].beside->addOther(piece);
  if (&of != &contenders.front())
    return;
  of.outputs[i].kept.add(piece);
  for (Contender &other : llvm::drop_begin(contenders))
    if (other.outputs[i].beside)
      other.outputs[i].beside->addReference(piece);
}

static Status predictBatch(std::vector<Contender> &contenders, Contender &contender,
                           const Feeder &feeder, const Feeder::Batch &batch, Classes classes) {
  auto start = std::chrono::steady_clock::now();
  auto results = contender.model->run(batch.inputs);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!results)
    return results.status();
  if (contender.samples > 0)
    contender.secondsPerSample.push_back(took.count() / double(batch.rows));
  contender.samples += batch.raw.count;
  for (auto [i, answers] : llvm::enumerate(contender.outputs)) {
    const Classes need = i == contender.labelled ? classes : Classes::IfAny;
    const Tensor &result = (*results)[answers.output];
    if (Status status = checkScores(contender, answers.output, result, batch, feeder.places(batch));
        !status.ok())
      return status;
    if (Status status = take(contender, answers, result, batch, need); !status.ok())
      return status;
    handOn(contenders, contender, i, pieceOf(contender, answers.output, result, batch));
  }
  return {};
}

/// Each is one of the classes; of how many is not always known before a run.
static Status checkRange(llvm::ArrayRef<int64_t> labels, const Contender &contender,
                         const EvaluationOptions &options) {
  const Answers &scores = contender.scores();
  auto wrong = llvm::find_if(labels, [&](int64_t label) {
    return scores.classes > 0 && (label < 0 || label >= scores.classes);
  });
  if (wrong == labels.end())
    return {};
  // What would make all of them fit.
  const auto [least, most] = std::minmax_element(labels.begin(), labels.end());
  std::string remedy;
  for (int64_t offset : {-1, 1})
    if (*least + offset >= 0 && *most + offset < scores.classes)
      remedy = "; --label-offset=" + std::to_string(options.labelOffset + offset) +
               " makes all of them fit";
  if (remedy.empty() && contender.outputs.size() > 1)
    remedy = "; labels are of output '" + scores.name + "': --output-name names another";
  return invalidArgument((options.labels.empty() ? options.data : options.labels) + ": label " +
                         std::to_string(*wrong) + ", of sample " +
                         std::to_string(options.selection.sampleAt(wrong - labels.begin())) +
                         ", is none of the " + std::to_string(scores.classes) + " classes of " +
                         contender.path + ", 0 to " + std::to_string(scores.classes - 1) + remedy);
}

/// How many classes an output tells apart, as far as its type says it; else 0.
static int64_t classesOf(const Port &port) {
  if (port.shape.size() < 2)
    return 0;
  int64_t classes = 1;
  for (nn::Dim dim : llvm::drop_begin(port.shape)) {
    if (!dim.isStatic())
      return 0;
    classes *= dim.value();
  }
  return classes > 1 ? classes : 0;
}

LabelReader labelsAtHand(std::vector<int64_t> labels) {
  return
      [labels = std::move(labels)](const SampleStream &samples) -> Expected<std::vector<int64_t>> {
        if (samples.inSet() != int64_t(labels.size()))
          return invalidArgument(std::to_string(labels.size()) + " labels for " +
                                 std::to_string(samples.inSet()) + " samples");
        return labels;
      };
}

Expected<std::vector<int64_t>> selectedLabels(const SampleStream &samples,
                                              const EvaluationOptions &options) {
  if (!options.readLabels)
    return std::vector<int64_t>();
  auto all = options.readLabels(samples);
  if (!all)
    return all;
  std::vector<int64_t> selected;
  for (auto [i, label] : llvm::enumerate(*all))
    if (options.selection.has(int64_t(i)) && int64_t(selected.size()) < options.selection.most)
      selected.push_back(label + options.labelOffset);
  return selected;
}

Expected<std::vector<int64_t>> predict(std::vector<Contender> &contenders,
                                       const EvaluationOptions &options, Classes classes) {
  std::vector<Feeder> feeders; // each model has its own preprocessing
  for (Contender &contender : contenders) {
    auto feeder = Feeder::open(options, contender);
    if (!feeder)
      return feeder.status();
    feeders.push_back(std::move(*feeder));
    for (Answers &answers : contender.outputs)
      answers.classes = classesOf(contender.model->outputs()[answers.output]);
  }
  auto labels = selectedLabels(feeders[0].samples(), options);
  if (!labels)
    return labels;
  for (const Contender &contender : contenders)
    if (classes != Classes::IfAny)
      if (Status status = checkRange(*labels, contender, options); !status.ok())
        return status;
  int64_t total = feeders[0].samples().total();
  if (total == 0)
    return invalidArgument(options.data +
                           ": does not say how many samples it has, which judging is to know");
  StepScope step(*contenders.front().reports, "eval", total);
  for (int64_t done = 0; done < total;) {
    done = std::min(total, done + options.batch);
    // Models of fixed batch come in strides of their own.
    for (auto [contender, feeder] : llvm::zip_equal(contenders, feeders))
      while (contender.samples < done) {
        auto batch = feeder.next();
        if (!batch)
          return batch.status();
        if (!*batch)
          return invalidArgument(options.data + ": " + contender.path + " is fed " +
                                 std::to_string(contender.samples) + " samples, " +
                                 contenders[0].path + " " + std::to_string(total));
        if (Status status = predictBatch(contenders, contender, feeder, **batch, classes);
            !status.ok())
          return status;
      }
    step.update(done);
  }
  return labels;
}

// Each network normalizes the samples as it was imported to.
void warnOfPreprocessing(const Subject &subject, const Subject &other) {
  auto normalization = [](const Subject &of) {
    std::vector<nn::Preprocess> all;
    for (const Port &port : of.model->inputs())
      all.push_back(port.preprocess);
    return all;
  };
  if (normalization(subject) != normalization(other))
    subject.reports->warn(subject.path + " and " + other.path +
                          " normalize their samples differently (--mean, --std and others of their "
                          "imports): they do not compute on the same");
}

/// nn.source, or "" where nobody knows it, as of a .qart file.
static llvm::StringRef sourceOf(const Subject &subject) {
  auto source = subject.module
                    ? subject.module.get()->getAttrOfType<mlir::StringAttr>(nn::sourceAttr)
                    : nullptr;
  return source ? source.getValue() : "";
}

void warnOfSources(const Subject &subject, const Subject &other) {
  const llvm::StringRef own = sourceOf(subject), others = sourceOf(other);
  if (!own.empty() && !others.empty() && own != others)
    subject.reports->warn(
        subject.path + " and " + other.path +
        " were imported from different model files: what is told is the difference of two "
        "networks, not what a rewrite lost");
}

void dropUnusedLabels(std::vector<int64_t> &labels, const Contender &contender,
                      const EvaluationOptions &options) {
  if (labels.empty() || contender.scores().tellClasses())
    return;
  contender.reports->warn(options.data + ": its labels are not used: the output of " +
                          contender.path + " tells no class from another");
  labels.clear();
}

Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                   const EvaluationOptions &options) {
  return checkRange(labels, contender, options);
}

/// The sentence, or "".
static std::string shiftOf(const std::vector<int64_t> &labels, const Contender &contender,
                           int64_t offset) {
  for (const lint::Finding &finding : lint::checkShift(labels, contender.scores().predictions)) {
    const bool isMore = finding.what.find("plus 1") != std::string::npos;
    return finding.what + ": --label-offset=" + std::to_string(offset + (isMore ? 1 : -1)) +
           " makes them so";
  }
  return "";
}

/// Folders are classes, of which a network may know more.
static void warnOfFolders(const Contender &contender, const EvaluationOptions &options) {
  if (!options.folders || int64_t(options.folders) == contender.scores().classes)
    return;
  contender.reports->warn(options.data + ": has " + std::to_string(options.folders) + " folders, " +
                          contender.path + " tells " + std::to_string(contender.scores().classes) +
                          " classes apart; --labels=LIST, a text of lines 'FILE CLASS', says which "
                          "they are");
}

void warnOfLabels(const std::vector<int64_t> &labels, const Contender &contender,
                  const EvaluationOptions &options) {
  if (std::string shift = shiftOf(labels, contender, options.labelOffset); !shift.empty()) {
    contender.reports->warn(contender.path + ": " + shift);
    return;
  }
  constexpr int64_t least = 20; // fewer are right by chance too often
  warnOfFolders(contender, options);
  const Answers &scores = contender.scores();
  const PairedAccuracy own = pairedAccuracy(labels, scores.predictions, scores.predictions);
  if (scores.classes < 2 || own.samples < least)
    return;
  const double share = 1 / double(scores.classes), byChance = double(own.samples) * share;
  const double spread = std::sqrt(byChance * (1 - share)), right = double(own.modelRight);
  if (right > byChance + 2 * spread)
    return;
  contender.reports->warn(contender.path + ": is right on " + percent(own.modelRight, own.samples) +
                          " of the samples, " +
                          (right < byChance - 2 * spread ? "less than" : "as") +
                          " chance is over " + std::to_string(scores.classes) +
                          " classes; qrun lint-data looks for what is wrong with them");
}

std::string percent(int64_t part, int64_t whole) {
  return io::fixed(100.0 * double(part) / double(whole), 2) + " %";
}

} // namespace qopt::run
