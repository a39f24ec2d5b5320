// qrun eval: accuracy against labels, and against another model.
#include "tools/qrun/feeder.h"
#include "tools/qrun/loss.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/io/table.h"

#include "llvm/Support/FileSystem.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct EvalOptions : EvaluationOptions {
  LoadOptions load;
  std::vector<std::string> models, devices;
  std::string against;
  bool table = false;
  Gates gates;
};

void printAccuracy(const Contender &contender, llvm::ArrayRef<int64_t> labels,
                   llvm::raw_ostream &stream) {
  PairedAccuracy own = pairedAccuracy(labels, contender.predictions, contender.predictions);
  stream << contender.path << " on " << contender.device << ": accuracy "
         << percent(own.modelRight, own.samples) << " (" << own.modelRight << " of " << own.samples
         << ")";
  if (!contender.leading.empty())
    stream << ", top-5 " << percent(countLeading(contender.leading, labels), own.samples);
  stream << "\n";
}

void printPaired(const PairedAccuracy &paired, bool labelled, llvm::raw_ostream &stream) {
  stream << "flips: " << paired.flips << " of " << paired.samples << "\n";
  const auto [low, high] = paired.dropInterval();
  if (labelled)
    stream << "drop: " << io::fixed(paired.drop(), 3) << " points, 95 % interval ["
           << io::fixed(low, 3) << ", " << io::fixed(high, 3) << "] (paired; "
           << paired.onlyBaselineRight << " lost, " << paired.onlyModelRight << " gained)\n";
}

/// The baseline first, when there is one; then models × devices.
Expected<std::vector<Contender>> createAll(const EvalOptions &options) {
  std::vector<Contender> contenders;
  std::vector<std::string> models = options.models;
  models.push_back(options.against);
  auto add = [&](const std::string &path, const std::string &device) {
    auto subject = Subject::createFor(SampleFiles(options.data), path, device,
                                      io::optionsFor(options.load, path, models));
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

/// Of each but the first, against the first.
Expected<std::vector<Loss>> losses(llvm::ArrayRef<Contender> contenders,
                                   const std::vector<int64_t> &labels) {
  std::vector<Loss> found;
  for (const Contender &contender : contenders.drop_front()) {
    auto loss = lossOf(contender, contenders.front(), labels);
    if (!loss)
      return loss.status();
    found.push_back(*loss);
  }
  return found;
}

int compareWithBaseline(const EvalOptions &options, llvm::ArrayRef<Contender> contenders,
                        llvm::ArrayRef<Loss> losses, bool labelled, llvm::raw_ostream &stream) {
  int code = Success;
  for (auto [contender, loss] : llvm::zip_equal(contenders.drop_front(), losses)) {
    if (labelled)
      noteInterval(options.gates, loss, llvm::errs());
    if (contenders.size() > 2)
      stream << contender.path << " on " << contender.device << ":\n";
    if (!contender.predictions.empty())
      printPaired(loss.paired, labelled, stream);
    if (loss.sqnr)
      stream << "SQNR: " << decibels(loss.sqnr) << "\n";
    for (const std::string &message : options.gates.broken(loss)) {
      llvm::errs() << "error: " << contender.path << ": " << message << "\n";
      code = AccuracyGate;
    }
  }
  return code;
}

int eval(const EvalOptions &options) {
  if (options.gates.areSome() && options.against.empty())
    return usageError("--max-drop, --max-flips and --min-sqnr need --against");
  auto given = labelsOf(options); // before the long run, which would be in vain
  if (!given)
    return report(given.status());
  if (given->empty() && (options.gates.maxDrop || (options.against.empty() && !options.table)))
    return report(invalidArgument(options.data +
                                  ": has no array 'labels' to tell right from wrong; " +
                                  (llvm::sys::fs::exists(options.data + "/labels.txt")
                                       ? "--labels=labels.txt reads the list in it"
                                       : "name one with --labels, or give a list of them")));
  auto contenders = createAll(options);
  if (!contenders)
    return report(contenders.status());
  if (!options.against.empty())
    for (const Contender &contender : llvm::drop_begin(*contenders))
      warnOfPreprocessing(contender, contenders->front());
  const bool needClasses = !options.labels.empty() || options.against.empty() || options.table ||
                           options.gates.needClasses();
  const Classes classes = needClasses ? Classes::Required : Classes::IfAny;
  auto labels = predict(*contenders, options, classes, *given);
  if (!labels)
    return report(labels.status());
  dropUnusedLabels(*labels, contenders->front(), options);
  for (const Contender &contender : *contenders)
    if (Status status = checkLabels(*labels, contender, options); !status.ok())
      return report(status);
  if (!labels->empty())
    warnOfLabels(*labels, contenders->front(), options);
  std::vector<Loss> lost;
  if (!options.against.empty()) {
    auto found = losses(*contenders, *labels);
    if (!found)
      return report(found.status());
    lost = std::move(*found);
  }
  int code = Success;
  Status status = io::writeStdout([&](llvm::raw_ostream &stream) {
    if (options.table)
      printTable(*contenders, *labels, options.batch, stream);
    else if (!labels->empty())
      for (const Contender &contender : *contenders)
        printAccuracy(contender, *labels, stream);
    if (!options.against.empty())
      code = compareWithBaseline(options, *contenders, lost, !labels->empty(), stream);
  });
  return status.ok() ? code : report(status);
}

void addOptions(CLI::App &command, EvalOptions &options) {
  command.add_option("models", options.models, runnableFiles() + "; one or several")->required();
  addSampleOptions(command, options)->required();
  addLabelOptions(command, options);
  command.add_option("--output-name", options.output, "The output that holds the scores");
  command.add_option("--device", options.devices, "Where to run; may be repeated")
      ->allow_extra_args(false); // else it would take the models after it
  command.add_option("--against", options.against,
                     "A model to compare with: flips, the drop with its interval, SQNR");
  addGates(command, options.gates);
  addLoadOptions(command, options.load);
  addBinariesOption(command, options.load);
  command.add_flag("--table", options.table, "One table: accuracy, agreement, bytes, time");
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
