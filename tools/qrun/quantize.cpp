// qrun quantize: from a model file to its integer form and what that costs, in one command.
#include "tools/qrun/evaluation.h"
#include "tools/qrun/quantize/layers.h"
#include "tools/qrun/quantize/quantizer.h"
#include "tools/qrun/quantize/sensitivity.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/table.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct QuantizeOptions {
  QuantizerOptions quantizer; // its samples: all of --data
  EvaluationOptions test;     // data: --test, or empty
  int64_t every = 0;          // 0: not said
  std::optional<double> maxDrop;
  std::optional<int64_t> maxFlips;
  bool keep = false, repair = true;

  bool gated() const { return maxDrop || maxFlips; }
};

/// One row of the table, and what stands behind it.
struct Judged {
  std::string name;
  Contender model;
  PairedAccuracy paired; // against the float network
};

class Session {
public:
  Session(const QuantizeOptions &options, QuantizerOptions steps, EvaluationOptions test)
      : options(options), quantizer(std::move(steps)), test(std::move(test)) {}

  Status run();
  int finish();

private:
  Status prepare();
  Expected<Contender> predictions(Loaded module);
  Expected<Judged> judge(llvm::ArrayRef<std::string> floatLayers);
  bool passes(const Judged &of) const {
    return !(options.maxDrop && of.paired.drop() > *options.maxDrop) &&
           !(options.maxFlips && of.paired.flips > *options.maxFlips);
  }
  Status choose();
  static void tell(const std::string &command) {
    llvm::outs() << "$ " << command << "\n";
    llvm::outs().flush();
  }
  void printRow(io::Table &table, const std::string &name, const Contender &model,
                const PairedAccuracy *paired) const;
  void print(llvm::raw_ostream &stream) const;

  const QuantizeOptions &options;
  Quantizer quantizer;
  EvaluationOptions test;
  std::vector<int64_t> labels;
  std::optional<Contender> floats;
  std::vector<Judged> tried;            // the last one is what comes out
  std::vector<std::string> layers;      // with weights
  std::vector<std::string> floatLayers; // of what comes out
};

Status Session::prepare() {
  auto read = labelsOf(test); // before the long run, which would be in vain
  if (!read)
    return read.status();
  labels = std::move(*read);
  if (labels.empty() && options.maxDrop)
    return invalidArgument(test.data + ": has no array 'labels' to tell right from wrong, which "
                                       "--max-drop needs; name one with --labels, or give "
                                       "--max-flips");
  tell(quantizer.loadCommand());
  if (Status status = quantizer.load(); !status.ok())
    return status;
  layers = weightedLayers(*quantizer.floats().module);
  if (layers.empty())
    return invalidArgument(quantizer.options.model +
                           ": has no convolution or matrix product of constant weights: there is "
                           "nothing to quantize");
  if (options.repair) {
    tell(quantizer.repairCommand());
    if (Status status = quantizer.repair(); !status.ok())
      return status;
  }
  tell(quantizer.calibrateCommand());
  return quantizer.calibrate();
}

Expected<Contender> Session::predictions(Loaded module) {
  auto subject = Subject::compile(std::move(module), quantizer.options.device);
  if (!subject)
    return subject.status();
  std::vector<Contender> one;
  one.emplace_back(std::move(*subject));
  if (Status status = predict(one, test); !status.ok())
    return status;
  if (!labels.empty() && labels.size() != one[0].predictions.size())
    return invalidArgument(test.data + ": holds " + std::to_string(labels.size()) + " labels for " +
                           std::to_string(one[0].predictions.size()) + " samples");
  return std::move(one[0]);
}

Expected<Judged> Session::judge(llvm::ArrayRef<std::string> floatLayers) {
  auto module = quantizer.quantized(floatLayers, /*quietly=*/!tried.empty());
  if (!module)
    return module.status();
  auto model = predictions(std::move(*module));
  if (!model)
    return model.status();
  const std::vector<int64_t> &truth = labels.empty() ? floats->predictions : labels;
  PairedAccuracy paired = pairedAccuracy(truth, floats->predictions, model->predictions);
  std::string name = "integer";
  if (!floatLayers.empty())
    name += ", " + std::to_string(floatLayers.size()) + " float";
  return Judged{name, std::move(*model), paired};
}

/// The fewest of the worst layers that have to stay float; all of them are the float network.
Status Session::choose() {
  auto ranked = rankLayers(quantizer, test.output);
  if (!ranked)
    return ranked.status();
  auto first = [&](size_t count) {
    std::vector<std::string> names;
    for (const Sensitivity &one : llvm::ArrayRef(*ranked).take_front(count))
      names.push_back(one.layer);
    return names;
  };
  size_t fails = 0, holds = ranked->size();
  std::optional<Judged> best;
  while (holds - fails > 1) {
    // Twice as many until it holds, then halfway.
    const size_t count =
        best ? (fails + holds) / 2 : std::min(std::max<size_t>(1, 2 * fails), holds - 1);
    auto judged = judge(first(count));
    if (!judged)
      return judged.status();
    if (passes(*judged)) {
      holds = count;
      best = std::move(*judged);
    } else {
      fails = count;
      tried.push_back(std::move(*judged));
    }
  }
  if (!best)
    return {};
  floatLayers = first(holds);
  tried.push_back(std::move(*best));
  return {};
}

Status Session::run() {
  if (Status status = prepare(); !status.ok())
    return status;
  auto baseline = predictions(quantizer.floats().clone(quantizer.floats().path));
  if (!baseline)
    return baseline.status();
  floats = std::move(*baseline);
  auto judged = judge({});
  if (!judged)
    return judged.status();
  tried.push_back(std::move(*judged));
  if (passes(tried.back()))
    return {};
  return choose();
}

void Session::printRow(io::Table &table, const std::string &name, const Contender &model,
                       const PairedAccuracy *paired) const {
  const auto samples = int64_t(model.predictions.size());
  std::string accuracy = "-", leading = "-", flips = "-", drop = "-";
  if (!labels.empty()) {
    PairedAccuracy own = pairedAccuracy(labels, model.predictions, model.predictions);
    accuracy = percent(own.modelRight, samples);
    if (!model.leading.empty())
      leading = percent(countLeading(model.leading, labels), samples);
  }
  if (paired) {
    flips = io::grouped(paired->flips);
    if (!labels.empty())
      drop = io::fixed(paired->drop(), 2) + " ± " + io::fixed(paired->dropInterval(), 2);
  }
  table.add(
      {name, accuracy, leading, flips, drop,
       std::to_string(countIntegerLayers(*model.module)) + " of " + std::to_string(layers.size()),
       io::grouped(weightBytes(*model.module)),
       io::fixed(percentile(model.secondsPerSample, 0.5) * 1e6, 1) + " µs"});
}

void Session::print(llvm::raw_ostream &stream) const {
  io::Table table({"model", "top-1", "top-5", "flips", "drop (points, 95 %)", "integer layers",
                   "weight bytes", "time per sample"});
  printRow(table, "float", *floats, nullptr);
  for (const Judged &one : tried)
    printRow(table, one.name, one.model, &one.paired);
  stream << "\n"
         << floats->predictions.size() << " samples judge, batch " << test.batch << " on "
         << quantizer.options.device << "; flips and drop are against float\n";
  table.print(stream);
  if (!floatLayers.empty()) {
    stream << "float: ";
    llvm::interleaveComma(floatLayers, stream);
    stream << "\n";
  }
}

int Session::finish() {
  tell(quantizer.quantizeCommand(floatLayers));
  tell(quantizer.evalCommand(test));
  Status status = io::writeStdout([&](llvm::raw_ostream &stream) { print(stream); });
  if (!status.ok())
    return report(status);
  if (!passes(tried.back())) {
    llvm::errs() << "error: " << quantizer.options.model
                 << ": no choice of float layers stays within the bound; nothing was written\n";
    return AccuracyGate;
  }
  if (options.keep)
    if (status = quantizer.writeSteps(); !status.ok())
      return report(status);
  return report(io::writeModule(*tried.back().model.module, quantizer.options.output));
}

int quantize(QuantizeOptions &options) {
  QuantizerOptions steps = options.quantizer;
  if (std::string wrong = steps.recipe.check(); !wrong.empty())
    return usageError(wrong);
  if (steps.means.empty() != steps.deviations.empty())
    return usageError("--mean and --std go together");
  if (Status status = io::checkWritable(steps.output, {steps.model, steps.samples.data});
      !status.ok())
    return report(status);
  if (!options.repair)
    steps.recipe.rounds = steps.recipe.correctsBias = false;
  EvaluationOptions test = options.test;
  test.batch = steps.samples.batch;
  test.preprocessed = steps.samples.preprocessed;
  if (test.data.empty()) {
    const int64_t every = options.every ? options.every : 5;
    test.data = steps.samples.data;
    test.selection = {every, true};
    steps.samples.selection = {every, false};
  } else if (options.every) {
    steps.samples.selection = {options.every, false};
  }
  Session session(options, std::move(steps), std::move(test));
  if (Status status = session.run(); !status.ok())
    return report(status);
  return session.finish();
}

void addRecipe(CLI::App &command, QuantizeOptions &options) {
  Recipe &recipe = options.quantizer.recipe;
  command.add_option("--profile", recipe.profile, "Of --insert-quant")->capture_default_str();
  command.add_option("--scheme", recipe.scheme,
                     "Of --insert-quant; by default mixed, where the profile has it");
  command.add_option("--calibrator", recipe.calibrator, calibrationMethodNames())
      ->capture_default_str();
  command.add_flag("!--no-repair", options.repair, "Weights and biases as they are");
}

void addOptions(CLI::App &command, QuantizeOptions &options) {
  QuantizerOptions &steps = options.quantizer;
  command.add_option("model", steps.model, alternatives(formatExtensions()))->required();
  addDataOptions(command, steps.samples)->required();
  command.add_option("--test", options.test.data,
                     "Samples to judge by; all of --data then calibrate");
  command
      .add_option("--every", options.every,
                  "Samples 0, N, 2N, … of --data calibrate, the others judge (5)")
      ->check(CLI::Range(2, 1 << 30));
  command.add_option("--labels", options.test.labels, "The array of labels; by default 'labels'");
  command.add_option("--output-name", options.test.output, "The output that holds the scores");
  command.add_option("-o,--output", steps.output, "The integer model: .mlirbc, or text")
      ->required();
  addRecipe(command, options);
  command.add_option("--mean", steps.means, "With --std, as qopt's")->delimiter(',');
  command.add_option("--std", steps.deviations, "See --mean")
      ->delimiter(',')
      ->check(CLI::PositiveNumber);
  command.add_option("--max-drop", options.maxDrop,
                     "Points of accuracy; layers stay float until it holds, exit 4 if none does");
  command.add_option("--max-flips", options.maxFlips, "Predictions; likewise");
  command.add_option("--device", steps.device, "Where to run");
  command.add_flag("--keep", options.keep, "Write what the steps make beside the output");
  addLoadOptions(command, steps.load);
}

} // namespace

void addQuantize(CLI::App &app, int &code) {
  auto options = std::make_shared<QuantizeOptions>();
  CLI::App *command = app.add_subcommand(
      "quantize", "A float model to integers: fold, repair, calibrate, quantize, judge");
  addOptions(*command, *options);
  command->footer("Each step is told as the command that does it alone.");
  command->callback([options, &code] { code = quantize(*options); });
}

} // namespace qopt::run
