// qrun eval: accuracy against labels, and against another model.
#include "tools/qrun/evaluation.h"
#include "tools/qrun/feeder.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/table.h"

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
  if (labelled)
    stream << "drop: " << io::fixed(paired.drop(), 3) << " points, 95 % interval ["
           << io::fixed(paired.drop() - paired.dropInterval(), 3) << ", "
           << io::fixed(paired.drop() + paired.dropInterval(), 3) << "] (paired; "
           << paired.onlyBaselineRight << " lost, " << paired.onlyModelRight << " gained)\n";
}

/// The baseline first, when there is one; then models × devices.
Expected<std::vector<Contender>> createAll(const EvalOptions &options) {
  std::vector<Contender> contenders;
  auto add = [&](const std::string &path, const std::string &device) {
    auto subject = Subject::createFor(SampleFiles(options.data), path, device, options.load);
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

int compareWithBaseline(const EvalOptions &options, llvm::ArrayRef<Contender> contenders,
                        llvm::ArrayRef<int64_t> labels, llvm::raw_ostream &stream) {
  int code = Success;
  const Contender &baseline = contenders.front();
  llvm::ArrayRef<int64_t> truth = labels.empty() ? llvm::ArrayRef(baseline.predictions) : labels;
  for (const Contender &contender : contenders.drop_front()) {
    if (contenders.size() > 2)
      stream << contender.path << " on " << contender.device << ":\n";
    PairedAccuracy paired;
    if (!baseline.predictions.empty()) {
      paired = pairedAccuracy(truth, baseline.predictions, contender.predictions);
      printPaired(paired, !labels.empty(), stream);
    }
    std::optional<double> sqnr = sqnrOf(contender, baseline);
    if (sqnr)
      stream << "SQNR: " << decibels(*sqnr) << "\n";
    for (const std::string &message : options.gates.broken(paired, sqnr.value_or(0))) {
      llvm::errs() << "error: " << contender.path << ": " << message << "\n";
      code = AccuracyGate;
    }
  }
  return code;
}

int eval(const EvalOptions &options) {
  if (options.gates.areSome() && options.against.empty())
    return usageError("--max-drop, --max-flips and --min-sqnr need --against");
  auto labels = labelsOf(options); // before the long run, which would be in vain
  if (!labels)
    return report(labels.status());
  if (labels->empty() && (options.gates.maxDrop || (options.against.empty() && !options.table)))
    return report(invalidArgument(options.data + ": has no array 'labels' to tell right "
                                                 "from wrong; name one with --labels"));
  auto contenders = createAll(options);
  if (!contenders)
    return report(contenders.status());
  EvaluationOptions test = options;
  test.needsClasses = !labels->empty() || options.table || options.gates.needClasses();
  if (Status status = predict(*contenders, test); !status.ok())
    return report(status);
  for (const Contender &contender : *contenders)
    if (Status status = checkLabels(*labels, contender, options); !status.ok())
      return report(status);
  if (!labels->empty())
    warnOfChance(*labels, contenders->front());
  int code = Success;
  Status status = io::writeStdout([&](llvm::raw_ostream &stream) {
    if (options.table)
      printTable(*contenders, *labels, options.batch, stream);
    else if (!labels->empty())
      for (const Contender &contender : *contenders)
        printAccuracy(contender, *labels, stream);
    if (!options.against.empty())
      code = compareWithBaseline(options, *contenders, *labels, stream);
  });
  return status.ok() ? code : report(status);
}

void addOptions(CLI::App &command, EvalOptions &options) {
  command
      .add_option("models", options.models, alternatives(formatExtensions()) + "; one or several")
      ->required();
  addSampleOptions(command, options)->required();
  command.add_option("--labels", options.labels, "The array of labels; by default 'labels'");
  command.add_option("--output-name", options.output, "The output that holds the scores");
  command.add_option("--device", options.devices, "Where to run; may be repeated")
      ->allow_extra_args(false); // else it would take the models after it
  command.add_option("--against", options.against,
                     "A model to compare with: flips, the drop with its interval, SQNR");
  addGates(command, options.gates);
  addLoadOptions(command, options.load);
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
