// qrun bench: times, several models and devices in turn so that what slows the
// machine down slows all of them.
#include "tools/qrun/bench_report.h"
#include "tools/qrun/inputs.h"
#include "tools/qrun/statistics.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/progress.h"
#include "tools/io/table.h"

#include "llvm/Support/Format.h"

#include <CLI/App.hpp>
#include <chrono>

using namespace qrt;

namespace qopt::run {
namespace {

struct BenchOptions {
  LoadOptions load;
  std::vector<std::string> models, devices;
  std::vector<int64_t> batches;
  int warmup = 3, iterations = 20;
  uint64_t seed = 1;
  std::string json;
  std::optional<double> gate;
  bool perLayer = false;
};

Expected<std::vector<Subject>> createSubjects(const BenchOptions &options) {
  std::vector<Subject> subjects;
  for (const std::string &path : options.models)
    for (const std::string &device : options.devices) {
      auto subject =
          Subject::create(path, device, io::optionsFor(options.load, path, options.models));
      if (!subject)
        return subject.status();
      if (Status status = checkSizesKnown(path, *subject->model); !status.ok())
        return status;
      subjects.push_back(std::move(*subject));
    }
  return subjects;
}

Expected<double> timeOnce(Subject &subject, const std::vector<Tensor> &inputs) {
  auto start = std::chrono::steady_clock::now();
  auto outputs = subject.model->run(inputs);
  std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  if (!outputs)
    return outputs.status();
  return took.count();
}

/// What one run takes: `batch`, or what a model of fixed batch says.
int64_t samplesPerRun(const CompiledModel &model, int64_t batch) {
  if (model.dynamicBatch() || model.inputs().empty() || model.inputs()[0].shape.empty())
    return batch;
  return model.inputs()[0].shapeAt(1)[0];
}

/// Of each subject, of each run that counts, of each node.
using NodeSeconds = std::vector<std::vector<std::vector<double>>>;

/// A run that is looked into, behind each that is not: what slows the machine down slows both.
Status lookInto(std::vector<Subject> &subjects, const std::vector<std::vector<Tensor>> &inputs,
                bool counts, NodeSeconds &found) {
  for (size_t i = 0; i < subjects.size(); ++i) {
    auto seconds = subjects[i].model->profile(inputs[i]);
    if (!seconds)
      return {seconds.status().code(), "--per-layer: " + seconds.status().message()};
    if (counts)
      found[i].push_back(std::move(*seconds));
  }
  return {};
}

/// A subject per round and all rounds in turn: neighbours in time are pairs.
Status timeAll(std::vector<Subject> &subjects, int64_t batch, const BenchOptions &options,
               std::vector<BenchResult> &results) {
  std::vector<std::vector<Tensor>> inputs;
  size_t first = results.size();
  for (Subject &subject : subjects) {
    inputs.push_back(randomInputs(subject.model->inputs(), batch, options.seed));
    results.push_back({&subject, samplesPerRun(*subject.model, batch), {}, {}});
  }
  NodeSeconds nodes(subjects.size());
  io::Progress progress("bench, batch " + std::to_string(batch),
                        options.warmup + options.iterations);
  for (int round = 0; round < options.warmup + options.iterations; ++round) {
    for (size_t i = 0; i < subjects.size(); ++i) {
      auto seconds = timeOnce(subjects[i], inputs[i]);
      if (!seconds)
        return seconds.status();
      if (round >= options.warmup)
        results[first + i].seconds.push_back(*seconds);
    }
    if (options.perLayer)
      if (Status status = lookInto(subjects, inputs, round >= options.warmup, nodes); !status.ok())
        return status;
    progress.update(round + 1);
  }
  for (size_t i = 0; options.perLayer && i < subjects.size(); ++i)
    results[first + i].layers = LayerTimes(*subjects[i].model->program(), batch, nodes[i]);
  return {};
}

int checkGate(const BenchOptions &options, llvm::ArrayRef<BenchResult> results) {
  int code = Success;
  for (const BenchResult &result : results) {
    double median = result.median() * 1e3;
    if (!options.gate || median <= *options.gate)
      continue;
    llvm::errs() << "error: " << result.subject->path << " on " << result.subject->device
                 << ", batch " << result.batch << ": median " << llvm::format("%.3f", median)
                 << " ms, more than --gate-latency=" << io::shortest(*options.gate) << "\n";
    code = LatencyGate;
  }
  return code;
}

/// Integers that cost more than float are worth a look.
void warnOfSlow(llvm::ArrayRef<BenchResult> results, size_t subjects) {
  constexpr double noise = 1.1;
  for (auto [i, result] : llvm::enumerate(results)) {
    const BenchResult &first = results[i - i % subjects];
    const double ratio = medianRatio(result.seconds, first.seconds);
    const bool isFirstFloat = !holdsSteps(*first.subject->module);
    if (isFirstFloat && holdsSteps(*result.subject->module) && ratio > noise &&
        result.subject->device == first.subject->device)
      llvm::errs() << "warning: " << result.subject->path << " takes " << io::fixed(ratio, 2)
                   << " times as long as " << first.subject->path << ", which is float ("
                   << result.subject->device << ", batch " << result.batch
                   << "); --per-layer shows where\n";
  }
}

int bench(const BenchOptions &options) {
  if (options.perLayer && llvm::is_contained(options.devices, "reference"))
    return usageError("--per-layer: the reference evaluates, it runs no program; name a device");
  if (!options.json.empty())
    if (Status status = io::checkWritable(options.json, options.models); !status.ok())
      return report(status);
  auto subjects = createSubjects(options);
  if (!subjects)
    return report(subjects.status());
  for (const Subject &subject : *subjects)
    if (!subject.model->dynamicBatch() && options.batches != std::vector<int64_t>{1})
      return usageError(subject.path + ": has a fixed batch; leave --batch out");
  std::vector<BenchResult> results;
  for (int64_t batch : options.batches)
    if (Status status = timeAll(*subjects, batch, options, results); !status.ok())
      return report(status);
  Status status = io::writeStdout(
      [&](llvm::raw_ostream &stream) { printBench(results, subjects->size(), stream); });
  if (status.ok())
    warnOfSlow(results, subjects->size());
  if (status.ok() && !options.json.empty())
    status = io::writeFile(options.json,
                           [&](llvm::raw_ostream &stream) { writeBenchJson(results, stream); });
  return status.ok() ? checkGate(options, results) : report(status);
}

void addOptions(CLI::App &command, BenchOptions &options) {
  command
      .add_option("models", options.models, alternatives(formatExtensions()) + "; one or several")
      ->required();
  command.add_option("--device", options.devices, "Where to run; may be repeated")
      ->allow_extra_args(false); // else it would take the models after it
  command.add_option("--batch", options.batches, "Batch sizes, separated by commas")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1 << 20));
  command.add_option("--warmup", options.warmup, "Runs before the clock counts")
      ->check(CLI::Range(0, 1000000));
  command.add_option("--iterations", options.iterations, "Runs that count")
      ->check(CLI::Range(1, 1000000));
  addLoadOptions(command, options.load);
  command.add_option("--seed", options.seed, "Of the noise that is fed");
  command.add_option("--json", options.json, "Write all times to this file");
  command.add_flag("--per-layer", options.perLayer,
                   "What each layer takes, the slowest first, in runs of their own");
  command
      .add_option("--gate-latency,--gate", options.gate,
                  "Median milliseconds of a run; exit 5 beyond")
      ->check(CLI::PositiveNumber);
}

} // namespace

void addBench(CLI::App &app, int &code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App *command = app.add_subcommand("bench", "Time models on devices, in turn");
  addOptions(*command, *options);
  command->callback([options, &code] {
    if (options->devices.empty())
      options->devices.push_back("host");
    if (options->batches.empty())
      options->batches.push_back(1);
    code = bench(*options);
  });
}

} // namespace qopt::run
