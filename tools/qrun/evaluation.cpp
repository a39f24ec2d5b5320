#include "tools/qrun/evaluation.h"

#include "ir/values/near_names.h"
#include "tools/io/progress.h"
#include "tools/io/table.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <chrono>

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

static Status predictBatch(Contender &contender, size_t output, const Feeder::Batch &batch) {
  auto start = std::chrono::steady_clock::now();
  auto outputs = contender.model->run(batch.inputs);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!outputs)
    return outputs.status();
  const Tensor &scores = (*outputs)[output];
  int64_t rows = batch.rows;
  if (scores.shape().empty() || scores.shape()[0] != rows)
    return invalidArgument(contender.path + ": output '" + contender.model->outputs()[output].name +
                           "' of shape " + shapeToString(scores.shape()) +
                           " is no row of scores for each sample");
  std::vector<int64_t> best = argmaxRows(scores);
  contender.predictions.insert(contender.predictions.end(), best.begin(),
                               best.begin() + batch.raw.count);
  if (scores.size() / rows > 5) {
    std::vector<std::vector<int64_t>> five = leadingRows(scores, 5);
    contender.leading.insert(contender.leading.end(), five.begin(), five.begin() + batch.raw.count);
  }
  contender.secondsPerSample.push_back(took.count() / double(rows));
  return {};
}

Status predict(std::vector<Contender> &contenders, const EvaluationOptions &options) {
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
  io::Progress progress("eval", total);
  for (int64_t done = 0; done < total;) {
    for (auto [contender, feeder, output] : llvm::zip_equal(contenders, feeders, outputs)) {
      auto batch = feeder.next();
      if (!batch)
        return batch.status();
      if (!*batch)
        continue;
      if (Status status = predictBatch(contender, output, **batch); !status.ok())
        return status;
    }
    done = int64_t(contenders[0].predictions.size());
    progress.update(done);
  }
  return {};
}

Expected<std::vector<int64_t>> labelsOf(const EvaluationOptions &options) {
  std::string name = options.labels.empty() ? "labels" : options.labels;
  bool optional = options.labels.empty(); // a name that was given must be there
  if (!llvm::StringRef(options.data).ends_with(".npz")) {
    if (optional)
      return std::vector<int64_t>();
    return invalidArgument("--labels=" + name + ": " + options.data + " is no .npz");
  }
  auto npz = io::NpzFile::open(options.data);
  if (!npz)
    return npz.status();
  if (optional && !npz->contains(name))
    return std::vector<int64_t>();
  auto all = io::readLabels(options.data, name);
  if (!all)
    return all;
  std::vector<int64_t> labels;
  for (auto [i, label] : llvm::enumerate(*all))
    if (options.selection.has(int64_t(i)) && int64_t(labels.size()) < options.selection.most)
      labels.push_back(label);
  return labels;
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
          percent(samples - paired.flips, samples),
          io::grouped(weightBytes(*contender.module)),
          activations ? io::grouped(activations) : "-",
          io::fixed(median * 1e6, 1) + " µs"};
}

void printTable(llvm::ArrayRef<Contender> contenders, llvm::ArrayRef<int64_t> labels, int64_t batch,
                llvm::raw_ostream &stream) {
  const Contender &first = contenders.front();
  io::Table table({"model", "device", "accuracy", "agreement", "weight bytes",
                   "peak activation bytes", "time per sample"});
  for (const Contender &contender : contenders)
    table.add(tableRow(contender, first, labels, batch));
  stream << first.predictions.size() << " samples, batch " << batch
         << "; agreement with the first row; time: median of the batches\n";
  table.print(stream);
}

} // namespace qopt::run
