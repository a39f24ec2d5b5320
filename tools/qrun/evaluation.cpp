#include "tools/qrun/evaluation.h"

#include "ir/values/near_names.h"
#include "tools/io/progress.h"
#include "tools/io/table.h"
#include "tools/qrun/differences.h"
#include "tools/qrun/lint_data/labels.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <CLI/App.hpp>

#include <chrono>
#include <cmath>
#include <set>

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
  // A class for each pixel or word would be something else.
  if (std::count_if(scores.shape().begin() + 1, scores.shape().end(),
                    [](int64_t size) { return size > 1; }) > 1)
    return refuse("has more than one dimension of scores for each sample");
  if (scores.size() > rows)
    return argmaxRows(scores);
  if (port.quantization || !isInteger(scores.type()))
    return refuse("is one number for each sample, which tells no class from another");
  return visitValues(
      scores, [](auto values) { return std::vector<int64_t>(values.begin(), values.end()); });
}

std::vector<double> answersOf(const Contender &contender, size_t output, const Tensor &result,
                              const Feeder::Batch &batch, size_t most) {
  const bool hasRows = !result.shape().empty() && result.shape()[0] == batch.rows;
  const size_t real =
      size_t(hasRows ? result.size() / batch.rows * batch.raw.count : result.size());
  return realValues(result, contender.model->outputs()[output].quantization, std::min(most, real));
}

// Enough to tell noise by, whatever the samples are.
constexpr size_t mostAnswers = size_t(1) << 22;

static Status predictBatch(Contender &contender, size_t output, const Feeder::Batch &batch,
                           Classes classes) {
  auto start = std::chrono::steady_clock::now();
  auto outputs = contender.model->run(batch.inputs);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!outputs)
    return outputs.status();
  const Tensor &scores = (*outputs)[output];
  const int64_t rows = batch.rows;
  contender.samples += batch.raw.count;
  contender.secondsPerSample.push_back(took.count() / double(rows));
  llvm::append_range(contender.answers, answersOf(contender, output, scores, batch,
                                                  mostAnswers - contender.answers.size()));
  auto best = predictedClasses(contender, output, scores, rows);
  if (!best)
    return classes == Classes::Required ? best.status() : Status();
  contender.classes = scores.size() > rows ? scores.size() / rows : 0;
  contender.predictions.insert(contender.predictions.end(), best->begin(),
                               best->begin() + batch.raw.count);
  if (scores.size() / rows > 5) {
    std::vector<std::vector<int64_t>> five = leadingRows(scores, 5);
    contender.leading.insert(contender.leading.end(), five.begin(), five.begin() + batch.raw.count);
  }
  return {};
}

static Status checkCount(size_t labels, int64_t samples, const EvaluationOptions &options) {
  if (labels == 0 || int64_t(labels) == samples)
    return {};
  return invalidArgument(options.data + ": holds " + std::to_string(labels) + " labels for " +
                         std::to_string(samples) + " samples");
}

Status predict(std::vector<Contender> &contenders, const EvaluationOptions &options,
               Classes classes, llvm::ArrayRef<int64_t> labels) {
  std::vector<Feeder> feeders; // each model has its own preprocessing
  std::vector<size_t> outputs;
  for (Contender &contender : contenders) {
    auto feeder = Feeder::open(options, contender);
    if (!feeder)
      return feeder.status();
    feeders.push_back(std::move(*feeder));
    auto output = contender.outputIndex(options.output);
    if (!output)
      return output.status();
    outputs.push_back(*output);
  }
  int64_t total = feeders[0].samples().total();
  if (Status status = checkCount(labels.size(), total, options); !status.ok())
    return status;
  io::Progress progress("eval", total);
  for (int64_t done = 0; done < total;) {
    done = std::min(total, done + options.batch);
    // Models of fixed batch come in strides of their own.
    for (auto [contender, feeder, output] : llvm::zip_equal(contenders, feeders, outputs))
      while (contender.samples < done) {
        auto batch = feeder.next();
        if (!batch)
          return batch.status();
        if (!*batch)
          return invalidArgument(options.data + ": " + contender.path + " is fed " +
                                 std::to_string(contender.samples) + " samples, " +
                                 contenders[0].path + " " + std::to_string(total));
        if (Status status = predictBatch(contender, output, **batch, classes); !status.ok())
          return status;
      }
    progress.update(done);
  }
  return {};
}

void addLabelOptions(CLI::App &command, EvaluationOptions &options) {
  command.add_option("--labels", options.labels,
                     "An array of the .npz files, by default 'labels'; y.npy; or a list, x.txt, of "
                     "lines 'FILE CLASS'. Without it, folders in --data are classes, by name");
  command
      .add_option("--label-offset", options.labelOffset,
                  "What is added to each label: 1 where class 0 is the background")
      ->check(CLI::Range(-1000000, 1000000));
}

/// Which folder is which class, once for each set.
static void tellClasses(const io::DataFiles &data) {
  static std::set<std::string> told;
  const std::vector<std::string> &names = data.classes;
  if (!told.insert(data.path).second)
    return;
  llvm::errs() << "note: " << data.path << ": class 0 is folder '" << names.front() << "'";
  if (names.size() > 1)
    llvm::errs() << ", and so on by name to " << names.size() - 1 << ", '" << names.back() << "'";
  llvm::errs() << "\n";
}

Expected<std::vector<int64_t>> labelsOf(const EvaluationOptions &options) {
  auto data = io::DataFiles::list(options.data);
  if (!data)
    return data.status();
  auto all = io::readLabels(*data, options.labels);
  if (!all)
    return all;
  if (options.labels.empty() && !data->classes.empty())
    tellClasses(*data);
  std::vector<int64_t> labels;
  for (auto [i, label] : llvm::enumerate(*all))
    if (options.selection.has(int64_t(i)) && int64_t(labels.size()) < options.selection.most)
      labels.push_back(label + options.labelOffset);
  return labels;
}

void dropUnusedLabels(std::vector<int64_t> &labels, const Contender &contender,
                      const EvaluationOptions &options) {
  if (labels.empty() || !contender.predictions.empty())
    return;
  llvm::errs() << "warning: " << options.data << ": its labels are not used: the output of "
               << contender.path << " tells no class from another\n";
  labels.clear();
}

Status checkLabels(const std::vector<int64_t> &labels, const Contender &contender,
                   const EvaluationOptions &options) {
  if (Status status = checkCount(labels.size(), contender.samples, options); !status.ok())
    return status;
  for (int64_t label : labels)
    if (contender.classes > 0 && (label < 0 || label >= contender.classes))
      return invalidArgument(options.data + ": label " + std::to_string(label) +
                             " is none of the " + std::to_string(contender.classes) +
                             " classes of " + contender.path + ", 0 to " +
                             std::to_string(contender.classes - 1) +
                             (label == contender.classes &&
                                      llvm::all_of(labels, [](int64_t other) { return other > 0; })
                                  ? "; labels that begin at 1 need --label-offset=-1"
                                  : ""));
  return {};
}

/// The sentence, or "".
static std::string shiftOf(const std::vector<int64_t> &labels, const Contender &contender,
                           int64_t offset) {
  for (const lint::Finding &finding : lint::checkShift(labels, contender.predictions)) {
    const bool isMore = finding.what.find("plus 1") != std::string::npos;
    return finding.what + ": --label-offset=" + std::to_string(offset + (isMore ? 1 : -1)) +
           " makes them so";
  }
  return "";
}

void warnOfLabels(const std::vector<int64_t> &labels, const Contender &contender,
                  const EvaluationOptions &options) {
  if (std::string shift = shiftOf(labels, contender, options.labelOffset); !shift.empty()) {
    llvm::errs() << "warning: " << contender.path << ": " << shift << "\n";
    return;
  }
  constexpr int64_t least = 20; // fewer are right by chance too often
  const PairedAccuracy own = pairedAccuracy(labels, contender.predictions, contender.predictions);
  if (contender.classes < 2 || own.samples < least)
    return;
  const double share = 1 / double(contender.classes), byChance = double(own.samples) * share;
  const double spread = std::sqrt(byChance * (1 - share)), right = double(own.modelRight);
  if (right > byChance + 2 * spread)
    return;
  llvm::errs() << "warning: " << contender.path << ": is right on "
               << percent(own.modelRight, own.samples) << " of the samples, "
               << (right < byChance - 2 * spread ? "less than" : "as") << " chance is over "
               << contender.classes
               << " classes; qrun lint-data looks for what is wrong with them\n";
}

std::string percent(int64_t part, int64_t whole) {
  return io::fixed(100.0 * double(part) / double(whole), 2) + " %";
}

static std::vector<std::string> tableRow(const Contender &contender, const Contender &first,
                                         llvm::ArrayRef<int64_t> labels, int64_t batch) {
  llvm::ArrayRef<int64_t> truth = labels.empty() ? llvm::ArrayRef(first.predictions) : labels;
  PairedAccuracy paired = pairedAccuracy(truth, first.predictions, contender.predictions);
  int64_t samples = paired.samples;
  int64_t activations = contender.model->activationBytes(batch);
  double median = percentile(contender.secondsPerSample, 0.5);
  return {llvm::sys::path::filename(contender.path).str(),
          contender.device,
          labels.empty() ? "-" : percent(paired.modelRight, samples),
          labels.empty() || contender.leading.empty()
              ? "-"
              : percent(countLeading(contender.leading, labels), samples),
          percent(samples - paired.flips, samples),
          io::grouped(weightBytes(*contender.module)),
          activations ? io::grouped(activations) : "-",
          io::fixed(median * 1e6, 1) + " µs"};
}

void printTable(llvm::ArrayRef<Contender> contenders, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream) {
  const Contender &first = contenders.front();
  io::Table table({"model", "device", "accuracy", "top-5", "agreement", "weight bytes",
                   "peak activation bytes", "time per sample"});
  for (const Contender &contender : contenders)
    table.add(tableRow(contender, first, labels, batch));
  stream << first.predictions.size() << " samples, batch " << batch
         << "; agreement with the first row; time: median of the batches\n";
  table.print(stream);
}

} // namespace qopt::run
