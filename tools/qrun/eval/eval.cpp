// qrun eval: accuracy against labels, and against another model.
#include "tools/libqopt/flows/eval/judged_outputs.h"
#include "tools/libqopt/flows/eval/network_pairs.h"
#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/flows/quantize/judge.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/load_arguments.h"
#include "tools/io/report/table.h"

#include "llvm/Support/FileSystem.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct EvalOptions : EvaluationOptions {
  LoadOptions load;
  CompileChoices choices;
  std::vector<std::string> models, devices;
  std::string against;
  bool table = false;
  JsonOutput json;
  Gates gates;
};

void printAccuracy(const Contender &contender, llvm::ArrayRef<int64_t> labels,
                   llvm::raw_ostream &stream) {
  const Answers &scores = contender.scores();
  PairedAccuracy own = pairedAccuracy(labels, scores.predictions, scores.predictions);
  stream << contender.path << " on " << contender.device << ": accuracy "
         << percent(own.modelRight, own.samples) << " (" << own.modelRight << " of " << own.samples
         << ")";
  if (!scores.leading.empty())
    stream << ", top-5 " << percent(countLeading(scores.leading, labels), own.samples);
  if (contender.outputs.size() > 1)
    stream << ", of output '" << scores.name << "'";
  stream << "\n";
}

void printDrop(const PairedAccuracy &paired, llvm::raw_ostream &stream) {
  const auto [low, high] = paired.dropInterval();
  stream << "drop: " << io::fixed(paired.drop(), 3) << " points, 95 % interval ["
         << io::fixed(low, 3) << ", " << io::fixed(high, 3) << "] (paired; "
         << paired.onlyBaselineRight << " lost, " << paired.onlyModelRight << " gained)\n";
}

void printLoss(const Loss &loss, bool labelled, llvm::raw_ostream &stream) {
  const OutputLoss &scores = loss.scores();
  const bool isOne = loss.outputs.size() == 1;
  if (isOne && scores.hasClasses())
    stream << (scores.areIndices ? "indices that differ: "
               : scores.areSteps ? "steps that flip: "
                                 : "flips: ")
           << scores.paired.flips << " of " << scores.paired.samples << "\n";
  if (labelled)
    printDrop(scores.paired, stream);
  if (isOne && scores.sqnr)
    stream << "SQNR: " << decibels(scores.sqnr) << "\n";
  if (isOne && scores.likeness)
    stream << "cosine: " << cosines(scores)
           << "\nsamples with another nearest one: " << movedNeighbours(scores) << "\n";
  if (isOne)
    return;
  stream << loss.outputs.size() << " outputs are judged, the worst first\n";
  printOutputs(loss, stream);
}

/// The baseline first, when there is one; then models × devices.
Expected<std::vector<Contender>> createAll(const EvalOptions &options) {
  std::vector<Contender> contenders;
  std::vector<std::string> models = options.models;
  models.push_back(options.against);
  auto add = [&](const std::string &path, const std::string &device) {
    auto subject = openSubjectFor(SampleFiles(options.data), path, device,
                                  io::optionsFor(options.load, path, models), {},
                                  compileOptions(options.choices));
    if (subject)
      contenders.emplace_back(std::move(*subject));
    return subject.status();
  };
  if (!options.against.empty())
    if (Status status = add(options.against, options.devices[0]); !status.ok())
      return status;
  for (const std::string &device : options.devices)
    for (const std::string &model : options.models)
      if (Status status = add(model, device); !status.ok())
        return status;
  return contenders;
}

/// Outputs that stand beside each other.
Status chooseAll(std::vector<Contender> &contenders, llvm::ArrayRef<std::string> names) {
  Status status = chooseOutputs(contenders.front(), names);
  for (Contender &contender : llvm::drop_begin(contenders))
    if (status.ok())
      status = chooseOutputsLike(contender, contenders.front(), names);
  return status;
}

bool compares(const EvalOptions &options) { return !options.against.empty() || options.table; }

/// Each beside the first, where something is asked that compares them.
Expected<std::vector<Evaluated>> evaluated(const EvalOptions &options,
                                           llvm::ArrayRef<Contender> contenders,
                                           const std::vector<int64_t> &labels) {
  std::vector<Evaluated> all;
  for (const Contender &contender : contenders) {
    all.push_back({&contender});
    if (!compares(options))
      continue;
    auto loss = lossOf(contender, contenders.front(), labels);
    if (!loss)
      return loss.status();
    all.back().loss = std::move(*loss);
  }
  return all;
}

void print(const EvalOptions &options, llvm::ArrayRef<Evaluated> all,
           llvm::ArrayRef<int64_t> labels, llvm::raw_ostream &stream) {
  if (options.table)
    printTable(all, labels, options.batch, stream);
  else if (!labels.empty())
    for (const Evaluated &one : all)
      printAccuracy(*one.contender, labels, stream);
  if (options.against.empty())
    return;
  for (const Evaluated &one : all.drop_front()) {
    if (all.size() > 2)
      stream << one.contender->path << " on " << one.contender->device << ":\n";
    printLoss(*one.loss, !labels.empty(), stream);
  }
}

/// {"version", "samples", "batch", "against", "results": [{"model", "device", "device_name",
/// "peak_activation_bytes", as writeEvaluated has it, "broken": […]}]}; "broken" holds the messages
/// of the gates that do not hold. The baseline comes first.
void writeJson(const EvalOptions &options, llvm::ArrayRef<Evaluated> all,
               llvm::ArrayRef<int64_t> labels, llvm::json::OStream &json) {
  json.attribute("samples", all.front().contender->samples);
  json.attribute("batch", options.batch);
  writeTextOrNull(json, "against", options.against);
  json.attributeArray("results", [&] {
    for (const Evaluated &one : all)
      json.object([&] {
        const Contender &contender = *one.contender;
        writeText(json, "model", contender.path);
        json.attribute("device", contender.device);
        writeText(json, "device_name", contender.model->device().name);
        json.attribute("peak_activation_bytes", contender.model->activationBytes(options.batch));
        writeJudged(json, costOf(contender, labels, one.loss));
        if (one.loss)
          writeStrings(json, "broken", options.gates.broken(*one.loss));
      });
  });
}

/// Prints the gates that are broken on standard error. Returns the exit code.
int judge(const Gates &gates, llvm::ArrayRef<Evaluated> all, bool labelled) {
  int code = Success;
  if (!gates.areSome())
    return code;
  noteUnbound(gates, *all.back().loss, *terminal());
  for (const Evaluated &one : all.drop_front()) {
    if (labelled)
      noteInterval(gates, *one.loss, *terminal());
    for (const std::string &message : gates.broken(*one.loss)) {
      llvm::errs() << "error: " << one.contender->path << ": " << message << "\n";
      code = AccuracyGate;
    }
  }
  return code;
}

/// The samples' labels, where they are of any use.
Expected<std::vector<int64_t>> measure(const EvalOptions &options,
                                       std::vector<Contender> &contenders) {
  const bool needClasses = !options.labels.empty() || options.against.empty() || options.table;
  auto labels =
      predict(contenders, options, needClasses ? Classes::Required : classesFor(options.gates));
  if (!labels)
    return labels;
  dropUnusedLabels(*labels, contenders.front(), options);
  for (const Contender &contender : contenders)
    if (Status status = checkLabels(*labels, contender, options); !status.ok())
      return status;
  if (!labels->empty())
    warnOfLabels(*labels, contenders.front(), options);
  return labels;
}

int eval(EvalOptions &options) {
  if (options.gates.areSome() && options.against.empty())
    usageError("--max-drop, --max-flips, --min-sqnr and --min-cosine need --against");
  std::vector<std::string> sources = options.models;
  sources.insert(sources.end(),
                 {options.against, options.load.weights, options.data, options.labels});
  if (int code = checkJson(options.json, sources); code != Success)
    return code;
  auto given = labelsOf(options); // before the long run, which would be in vain
  if (!given)
    return report(given.status());
  if (given->empty() && (options.gates.maxDrop || (options.against.empty() && !options.table)))
    return report(invalidArgument(options.data +
                                  ": has no array 'labels' to tell right from wrong; " +
                                  (llvm::sys::fs::exists(options.data + "/labels.txt")
                                       ? "--labels=labels.txt reads the list in it"
                                       : "name one with --labels, or give a list of them")));
  useLabels(options, std::move(*given));
  auto contenders = createAll(options);
  if (!contenders)
    return report(contenders.status());
  if (Status status = chooseAll(*contenders, options.outputs); !status.ok())
    return reportFlow(status);
  const Contender &first = contenders->front();
  if (Status status =
          warnOfUnlikeSamples(first, first.device, compileOptions(options.choices), options);
      !status.ok())
    return report(status);
  if (!options.against.empty())
    for (const Contender &contender : llvm::drop_begin(*contenders))
      warnOfPreprocessing(contender, first);
  if (!options.against.empty())
    for (const Contender &contender : llvm::drop_begin(*contenders))
      warnOfSources(contender, contenders->front());
  if (compares(options))
    for (Contender &contender : llvm::drop_begin(*contenders))
      contender.compareAll();
  auto labels = measure(options, *contenders);
  if (!labels)
    return report(labels.status());
  auto all = evaluated(options, *contenders, *labels);
  if (!all)
    return report(all.status());
  const Status status = tell(
      options.json, [&](auto &stream) { print(options, *all, *labels, stream); },
      [&](auto &json) { writeJson(options, *all, *labels, json); });
  return status.ok() ? judge(options.gates, *all, !labels->empty()) : report(status);
}

void addOptions(CLI::App &command, EvalOptions &options) {
  command.add_option("models", options.models, runnableFiles() + "; one or several")->required();
  addSampleOptions(command, options)->required();
  addLabelOptions(command, options);
  addOutputNames(command, options.outputs);
  addJudge(command, options.judge);
  command.add_option("--device", options.devices, "The device to run on; may be repeated")
      ->allow_extra_args(false); // else it would take the models after it
  command.add_option("--against", options.against,
                     "A model to compare with: flips, the drop with its interval, SQNR");
  addGates(command, options.gates);
  addLoadOptions(command, options.load);
  addBinariesOption(command, options.load);
  auto *table =
      command.add_flag("--table", options.table, "One table: accuracy, agreement, bytes, time");
  addJsonOption(command, options.json)->excludes(table);
  addCompileChoices(command, options.choices);
}

} // namespace

void addEval(CLI::App &app, int &code) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App *command = app.add_subcommand("eval", "Accuracy on labelled samples");
  addOptions(*command, *options);
  command->callback([options, &code] {
    if (options->devices.empty())
      options->devices.push_back("host");
    code = eval(*options);
  });
}

} // namespace qopt::run
