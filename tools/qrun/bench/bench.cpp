// qrun bench: times, several models and devices in turn so that what slows the
// machine down slows all of them.
#include "tools/libqopt/flows/numbers/statistics.h"
#include "tools/qrun/bench/bench_report.h"
#include "tools/qrun/bench/memory_note.h"
#include "tools/qrun/bench/options.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/inputs.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/report/phase.h"
#include "tools/io/report/progress.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/tune/steady_clock.h"

#include "llvm/Support/Format.h"

#include <CLI/App.hpp>
#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

Expected<std::vector<Subject>> createSubjects(const BenchOptions &options) {
  auto how = compileOptions(options.choices, options.tuning, options.models, options.devices);
  if (!how)
    return how.status();
  how->reusesMemory = options.reusesMemory;
  std::vector<Subject> subjects;
  for (const std::string &path : options.models)
    for (const std::string &device : options.devices) {
      const LoadOptions load = io::optionsFor(options.load, path, options.models);
      auto subject = options.shapes.isEmpty()
                         ? openSubject(path, device, load, {}, *how)
                         : openSubjectFor(options.shapes, path, device, load, {}, *how);
      if (!subject)
        return subject.status();
      if (Status status = checkSizesKnown(path, *subject->model); !status.ok())
        return status;
      subjects.push_back(std::move(*subject));
    }
  return subjects;
}

/// A subject and what it is fed.
struct Fed {
  Subject &subject;
  std::vector<Tensor> inputs;
  std::shared_ptr<BoundRun> resident; // null: copies in and out count
};

Expected<Fed> feed(Subject &subject, int64_t batch, const BenchOptions &options) {
  Fed fed{subject, randomInputs(subject.model->inputs(), batch, options.seed), nullptr};
  if (!options.deviceResident)
    return fed;
  auto bound = subject.model->bind(fed.inputs);
  if (!bound)
    return Status(bound.status().code(),
                  subject.path + " on " + subject.device + ": " + bound.status().message());
  fed.resident = std::move(*bound);
  return fed;
}

Status runOnce(const Fed &fed) {
  if (!fed.resident)
    return fed.subject.model->run(fed.inputs).status();
  Status started = fed.resident->start();
  return started.ok() ? fed.resident->wait() : started;
}

Expected<double> timeOnce(const Fed &fed) {
  const double start = steadyNow();
  Status status = runOnce(fed);
  const double took = steadyNow() - start;
  if (!status.ok())
    return status;
  return took;
}

std::optional<int64_t> firstSize(const Port &port) {
  return port.shape.empty() ? std::nullopt : std::optional(port.shapeAt(1)[0]);
}

/// Returns the samples of one run: `batch`, or for a model of fixed batch the first size of its
/// first output, where an input begins with it, too. Inputs may begin with different sizes, as
/// states do; without such an output the first input's size counts.
int64_t samplesPerRun(const CompiledModel &model, int64_t batch) {
  if (model.dynamicBatch() || model.inputs().empty())
    return batch;
  const auto own = model.outputs().empty() ? std::nullopt : firstSize(model.outputs()[0]);
  if (own && llvm::any_of(model.inputs(), [&](const Port &port) { return firstSize(port) == own; }))
    return *own;
  return firstSize(model.inputs()[0]).value_or(batch);
}

/// Seconds by subject, by run that counts, and by node.
using NodeSeconds = std::vector<std::vector<std::vector<double>>>;

/// The batches of a call; --shapes says one, of all models that leave it open.
Expected<std::vector<int64_t>> batchesFor(const std::vector<Subject> &subjects,
                                          const BenchOptions &options) {
  if (options.shapes.isEmpty())
    return options.batches;
  int64_t batch = 1;
  const Subject *first = nullptr;
  for (const Subject &subject : subjects) {
    auto own = options.shapes.batchOf(*subject.model);
    if (!own)
      return Status(own.status().code(), subject.path + ": " + own.status().message());
    if (!subject.model->dynamicBatch())
      continue;
    if (first && *own != batch)
      return invalidArgument("--shapes gives batch " + std::to_string(batch) + " of " +
                             first->path + ", batch " + std::to_string(*own) + " of " +
                             subject.path);
    batch = *own;
    first = &subject;
  }
  return std::vector<int64_t>{batch};
}

/// A run that is looked into, behind each that is not: what slows the machine down slows both.
Status lookInto(const std::vector<Fed> &all, bool counts, NodeSeconds &found) {
  for (size_t i = 0; i < all.size(); ++i) {
    auto seconds = all[i].subject.model->profile(all[i].inputs);
    if (!seconds)
      return {seconds.status().code(),
              all[i].subject.device + " gives no times of layers: " + seconds.status().message()};
    if (counts)
      found[i].push_back(std::move(*seconds));
  }
  return {};
}

/// One round: each subject once, and what looks into it.
Status timeRound(const std::vector<Fed> &all, bool counts, const BenchOptions &options,
                 llvm::MutableArrayRef<BenchResult> results, NodeSeconds &nodes) {
  for (size_t i = 0; i < all.size(); ++i) {
    auto seconds = timeOnce(all[i]);
    if (!seconds)
      return seconds.status();
    if (results[i].first == 0)
      results[i].first = *seconds;
    if (counts)
      results[i].seconds.push_back(*seconds);
  }
  return options.looksIntoRuns() ? lookInto(all, counts, nodes) : Status();
}

/// Feeds all subjects, and notes the memory that a large batch takes before it is asked for.
Status feedAll(std::vector<Subject> &subjects, int64_t batch, const BenchOptions &options,
               std::vector<Fed> &all) {
  io::Phase phase("prepare batch " + std::to_string(batch));
  for (Subject &subject : subjects) {
    if (const std::string note = noteOfMemory(subject, batch); !note.empty())
      terminal()->note(note);
    Expected<Fed> fed = feed(subject, batch, options);
    if (!fed)
      return fed.status();
    all.push_back(std::move(*fed));
  }
  return {};
}

/// A subject per round and all rounds in turn: neighbours in time are pairs.
Status timeAll(std::vector<Subject> &subjects, int64_t batch, const BenchOptions &options,
               std::vector<BenchResult> &results) {
  std::vector<Fed> all;
  if (Status status = feedAll(subjects, batch, options, all); !status.ok())
    return status;
  const size_t first = results.size();
  for (Subject &subject : subjects)
    results.push_back({&subject, samplesPerRun(*subject.model, batch), {}});
  auto own = llvm::MutableArrayRef(results).drop_front(first);
  NodeSeconds nodes(subjects.size());
  const int64_t steps = options.pace.rounds().value_or(100); // of the bar: rounds, or percent
  const std::string label = "bench, batch " + std::to_string(batch);
  io::Progress progress(label, steps);
  io::Phase phase(label); // a round may be long, the first one is
  Rounds rounds(options.pace, steadyNow());
  for (auto next = rounds.next(steadyNow()); next != Rounds::Next::None;
       next = rounds.next(steadyNow())) {
    const bool counts = next == Rounds::Next::Counted;
    if (Status status = timeRound(all, counts, options, own, nodes); !status.ok())
      return status;
    progress.update(std::llround(double(steps) * rounds.share(steadyNow())));
  }
  progress.update(steps);
  for (size_t i = 0; options.looksIntoRuns() && i < subjects.size(); ++i)
    own[i].layers = LayerTimes(*subjects[i].model->program(), batch, nodes[i]);
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
    if (!first.subject->module || !result.subject->module) // compiled: nobody knows
      continue;
    const bool isFirstFloat = !holdsSteps(*first.subject->module);
    const bool isOneNetwork = first.subject->multiplyAdds(1) == result.subject->multiplyAdds(1);
    if (isOneNetwork && isFirstFloat && holdsSteps(*result.subject->module) && ratio > noise &&
        result.subject->device == first.subject->device)
      terminal()->warn(result.subject->path + " takes " + io::fixed(ratio, 2) +
                       " times as long as " + first.subject->path + ", which is float (" +
                       result.subject->device + ", batch " + std::to_string(result.batch) +
                       "); --per-layer shows where");
  }
}

/// A file, and what is written there.
struct Export {
  const std::string &path;
  llvm::StringRef kind, extension;
  void (*write)(llvm::ArrayRef<BenchResult> results, llvm::raw_ostream &stream);
};

std::vector<Export> exportsOf(const BenchOptions &options) {
  std::vector<Export> files;
  for (const Export &file : {Export{options.times, "JSON", ".json", writeBenchJson},
                             {options.profile, "JSON", ".json", writeProfileJson},
                             {options.layers, "JSON", ".json", writeLayersJson},
                             {options.chart, "SVG", ".svg", writeLayersChart}})
    if (!file.path.empty())
      files.push_back(file);
  return files;
}

/// Refuses options that cannot be, before anything is read. Returns an exit code.
int checkOptions(const BenchOptions &options) {
  const bool asksForLayers = options.looksIntoRuns() || !options.layers.empty();
  if (asksForLayers && llvm::is_contained(options.devices, "reference"))
    usageError("--per-layer, --export-profile, --export-layers and --svg: the reference "
               "evaluates, it runs no program; name a device");
  std::vector<std::string> sources = options.models;
  sources.insert(sources.end(), {options.load.weights, options.tuning.value_or("")});
  std::vector<std::string> paths;
  for (const Export &file : exportsOf(options)) {
    if (std::string why = io::whyMisnamed(file.path, file.kind, file.extension); !why.empty())
      usageError(why);
    paths.push_back(file.path);
  }
  if (Status status = io::checkWritable(paths, sources); !status.ok())
    return report(status);
  return checkJson(options.json, sources, paths);
}

Status writeAll(const BenchOptions &options, llvm::ArrayRef<BenchResult> results, size_t subjects) {
  auto print = [&](llvm::raw_ostream &stream) {
    printBench(results, subjects, options.percentiles, stream);
    if (options.perLayer)
      printLayers(results, stream);
  };
  Status status = tell(options.json, print, [&](auto &json) { writeBench(json, results); });
  if (status.ok())
    warnOfSlow(results, subjects);
  for (const Export &file : exportsOf(options))
    if (status.ok())
      status =
          io::writeFile(file.path, [&](llvm::raw_ostream &stream) { file.write(results, stream); });
  return status;
}

int bench(const BenchOptions &options) {
  if (int code = checkOptions(options); code != Success)
    return code;
  auto subjects = createSubjects(options);
  if (!subjects)
    return report(subjects.status());
  for (const Subject &subject : *subjects)
    if (!subject.model->dynamicBatch() && options.shapes.isEmpty() &&
        options.batches != std::vector<int64_t>{1})
      usageError(subject.path + ": has a fixed batch; leave --batch out");
  auto batches = batchesFor(*subjects, options);
  if (!batches)
    return report(batches.status());
  std::vector<BenchResult> results;
  for (int64_t batch : *batches)
    if (Status status = timeAll(*subjects, batch, options, results); !status.ok())
      return report(status);
  Status status = writeAll(options, results, subjects->size());
  return status.ok() ? checkGate(options, results) : report(status);
}

} // namespace

void addBench(CLI::App &app, int &code) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App *command = app.add_subcommand("bench", "Time models on devices, in turn");
  addBenchOptions(*command, *options);
  command->callback([options, &code] {
    if (options->devices.empty())
      options->devices.push_back("host");
    if (options->batches.empty())
      options->batches.push_back(1);
    code = bench(*options);
  });
}

} // namespace qopt::run
