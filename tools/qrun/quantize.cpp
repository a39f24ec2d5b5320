// qrun quantize: from a model file to its integer form and what that costs, in one command.
#include "tools/qrun/quantize/judge.h"
#include "tools/qrun/quantize/layers.h"
#include "tools/qrun/quantize/quantizer.h"
#include "tools/qrun/quantize/sensitivity.h"
#include "tools/qrun/subcommands.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/report/table.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

struct QuantizeOptions {
  QuantizerOptions quantizer;
  EvaluationOptions test; // data: --test, or empty
  Gates gates;
  bool keep = false, repair = true, json = false;
};

/// A choice of float layers, judged.
struct Tried {
  std::vector<std::string> floatLayers;
  Judged result;
};

class Session {
public:
  Session(const QuantizeOptions &options, QuantizerOptions steps, EvaluationOptions test)
      : options(options), quantizer(std::move(steps)), test(std::move(test)) {}

  Status run();
  int finish();
  void warnOfSlow() const;

private:
  Status prepare();
  Expected<Tried> attempt(std::vector<std::string> floatLayers) const;
  bool holds(const Tried &of) const { return options.gates.broken(of.result.loss).empty(); }
  Status choose();
  /// On standard output, which is the document's alone where there is one.
  void tell(const std::string &command);
  void print(llvm::raw_ostream &stream) const;
  void writeJson(llvm::json::OStream &json) const;
  Status write();
  Status tellResults() const;
  int tellBroken() const;
  void adviseBound() const;

  const QuantizeOptions &options;
  Quantizer quantizer;
  EvaluationOptions test;
  std::optional<Judge> judge;
  std::vector<std::string> commands; // that were told
  std::vector<Tried> tried;          // the last one comes out
  bool isWritten = false;
};

void Session::tell(const std::string &command) {
  commands.push_back(command);
  llvm::raw_ostream &stream = options.json ? llvm::errs() : llvm::outs();
  stream << "$ " << command << "\n";
  stream.flush();
}

Status Session::prepare() {
  auto made = Judge::create(test, quantizer.options.device, quantizer.options.choices,
                            options.gates.classes()); // in time: a long run may be in vain
  if (!made)
    return made.status();
  judge.emplace(std::move(*made));
  if (!judge->hasLabels() && options.gates.maxDrop)
    return invalidArgument(test.data + ": has no array 'labels' to tell right from wrong, which "
                                       "--max-drop needs; name one with --labels, or give "
                                       "--max-flips");
  if (Status status = quantizer.load(); !status.ok())
    return status;
  tell(quantizer.loadCommand()); // with the sizes that samples have
  quantizer.noteBound();
  if (weightedLayers(*quantizer.floats().module).empty())
    return invalidArgument(quantizer.options.model +
                           ": has no convolution or matrix product whose weights are one constant "
                           "matrix for all samples: there is nothing to quantize");
  // First: labels that do not fit are known before the long steps.
  if (Status status = judge->setBaseline(quantizer.floats().clone(quantizer.floats().path),
                                         quantizer.options.model);
      !status.ok())
    return status;
  if (options.repair) {
    tell(quantizer.repairCommand());
    if (Status status = quantizer.repair(); !status.ok())
      return status;
  }
  tell(quantizer.calibrateCommand());
  return quantizer.calibrate();
}

Expected<Tried> Session::attempt(std::vector<std::string> floatLayers) const {
  auto module = quantizer.quantized(floatLayers, tried.empty() ? Warnings::Told : Warnings::Kept);
  if (!module)
    return module.status();
  auto judged = judge->judge(std::move(*module));
  if (!judged)
    return judged.status();
  return Tried{std::move(floatLayers), std::move(*judged)};
}

/// The fewest of the worst layers that have to stay float; all of them are the float network.
Status Session::choose() {
  for (const std::string &layer : weightedLayers(*quantizer.floats().module))
    if (std::string why = whyUnwritable(layer); !why.empty())
      return invalidArgument(quantizer.options.model + ": " + why);
  auto ranked = rankLayers(quantizer, test.outputs);
  if (!ranked)
    return ranked.status();
  std::optional<Tried> best;
  size_t tooFew = 0, enough = ranked->size();
  while (enough - tooFew > 1) {
    // Twice as many until the bound holds, then halfway.
    const size_t count =
        best ? (tooFew + enough) / 2 : std::min(std::max<size_t>(1, 2 * tooFew), enough - 1);
    std::vector<std::string> worst;
    for (const Sensitivity &one : llvm::ArrayRef(*ranked).take_front(count))
      worst.push_back(one.layer);
    auto next = attempt(std::move(worst));
    if (!next)
      return next.status();
    if (holds(*next)) {
      enough = count;
      best = std::move(*next);
    } else {
      tooFew = count;
      tried.push_back(std::move(*next));
    }
  }
  if (best)
    tried.push_back(std::move(*best));
  return {};
}

Status Session::run() {
  if (Status status = prepare(); !status.ok())
    return status;
  auto first = attempt({});
  if (!first)
    return first.status();
  tried.push_back(std::move(*first));
  return holds(tried.back()) ? Status() : choose();
}

void Session::print(llvm::raw_ostream &stream) const {
  std::vector<std::string> header = judge->columns();
  header.insert(header.begin(), "model");
  header.push_back("time per sample");
  io::Table table(header);
  auto add = [&](std::string name, const Judged &of) {
    std::vector<std::string> row = judge->cells(of);
    row.insert(row.begin(), std::move(name));
    const double median = of.model.medianSeconds();
    row.push_back(std::isnan(median) ? "-" : io::fixed(median * 1e6, 1) + " µs");
    table.add(row);
  };
  add("float", judge->baseline());
  const Recipe &recipe = quantizer.options.recipe;
  for (const Tried &one : tried) {
    const size_t count = one.floatLayers.size();
    const std::string name =
        "integer" + (recipe.narrowsFloats() ? " and " + recipe.floats : std::string());
    add(count ? name + ", " + std::to_string(count) + " float" : name, one.result);
  }
  stream << "\n" << judge->caption() << "\n";
  table.print(stream);
  if (const auto &left = tried.back().floatLayers; !left.empty())
    stream << "float: " << llvm::join(left, ", ") << "\n";
  if (const Loss &loss = tried.back().result.loss; loss.outputs.size() > 1) {
    stream << "\noutputs of the last network, the worst first\n";
    printOutputs(loss, stream);
  }
}

/// {"version", "model", "output", "floats", "written", "samples", "batch", "device", "commands":
/// […], "results": [{"setting", "float_layers": […], "broken": […], as Judge::write has it}]}: the
/// float network, then what was tried; the last one is written, where no gate is broken and the
/// disk takes it.
void Session::writeJson(llvm::json::OStream &json) const {
  using llvm::json::fixUTF8;
  json.attribute("model", fixUTF8(quantizer.options.model));
  json.attribute("output", fixUTF8(quantizer.options.output));
  json.attribute("floats", quantizer.options.recipe.floats);
  json.attribute("written", isWritten);
  judge->writeHow(json);
  writeStrings(json, "commands", commands);
  json.attributeArray("results", [&] {
    json.object([&] {
      json.attribute("setting", "float");
      judge->write(json, judge->baseline());
    });
    for (const Tried &one : tried)
      json.object([&] {
        json.attribute("setting", "integer");
        writeStrings(json, "float_layers", one.floatLayers);
        writeStrings(json, "broken", options.gates.broken(one.result.loss));
        judge->write(json, one.result);
      });
  });
}

Status Session::tellResults() const {
  if (options.json)
    return writeDocument([&](llvm::json::OStream &json) { writeJson(json); });
  return io::writeStdout([&](llvm::raw_ostream &stream) { print(stream); });
}

int Session::tellBroken() const {
  llvm::errs() << "error: " << quantizer.options.model
               << ": no choice of float layers stays within the bound: "
               << llvm::join(options.gates.broken(tried.back().result.loss), ", and ")
               << "; nothing was written\n";
  return AccuracyGate;
}

void Session::warnOfSlow() const {
  constexpr double noise = 1.2; // batches of two networks, not in turn
  const double integer = tried.back().result.model.medianSeconds(),
               real = judge->baseline().model.medianSeconds();
  if (integer > noise * real)
    llvm::errs() << "warning: the integer network takes " << io::fixed(integer / real, 2)
                 << " times as long as the float one on " << quantizer.options.device
                 << "; qrun bench --per-layer shows where\n";
}

Status Session::write() {
  if (!holds(tried.back()))
    return {};
  Status status = options.keep ? quantizer.writeSteps() : Status();
  if (status.ok())
    status = io::writeModule(*tried.back().result.model.module, quantizer.options.output);
  isWritten = status.ok();
  return status;
}

// The results are told also where the file cannot be written: they took long.
int Session::finish() {
  tell(quantizer.quantizeCommand(tried.back().floatLayers));
  tell(quantizer.evalCommand(test));
  const Status wrote = write();
  if (Status status = tellResults(); !status.ok())
    return report(status);
  noteUnbound(options.gates, tried.back().result.loss, llvm::errs());
  if (!holds(tried.back()))
    return tellBroken();
  warnOfSlow();
  adviseBound();
  return report(wrote);
}

void Session::adviseBound() const {
  if (!judge->hasLabels())
    return;
  const Loss &loss = tried.back().result.loss;
  noteInterval(options.gates, loss, llvm::errs());
  const PairedAccuracy &paired = loss.scores().paired;
  if (!options.gates.maxDrop && paired.dropInterval().low > 1)
    llvm::errs() << "warning: " << io::fixed(paired.drop(), 2)
                 << " points are lost; --max-drop=1 leaves as many layers float as it takes\n";
}

int quantize(QuantizeOptions &options) {
  QuantizerOptions steps = options.quantizer;
  if (std::string wrong = steps.recipe.check(); !wrong.empty())
    usageError(wrong);
  if (Status status = io::checkModulePath(steps.output); !status.ok())
    usageError(status.message());
  std::vector<std::string> made = {steps.output};
  if (options.keep)
    llvm::append_range(made, Quantizer(steps).stepFiles());
  if (Status status = io::checkWritable(made, {steps.model, steps.load.weights, steps.samples.data,
                                               options.test.data, options.test.labels});
      !status.ok())
    return report(status);
  if (!options.repair)
    steps.recipe.rounds = steps.recipe.correctsBias = false;
  EvaluationOptions test = options.test;
  if (Status status = splitSamples(steps, test); !status.ok())
    return report(status);
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
  command.add_option("--attention", recipe.attention,
                     "Of --insert-quant, float or integer; by default the profile's, float");
  command
      .add_option("--floats", recipe.floats,
                  "What layers that stay float lie in memory as, for GPUs: f32, f16 or bf16")
      ->capture_default_str();
  command
      .add_option("--weight-bits", recipe.weightBits,
                  "Of --insert-quant: 4, 7 or 8; by default 8, but 7 where the profile is ort-cpu")
      ->check(oneOf({4, 7, 8}))
      ->default_str("");
  command.add_option("--calibrator", recipe.calibrator, calibrationMethodNames())
      ->capture_default_str();
  command.add_flag("!--no-repair", options.repair, "Weights and biases as they are");
}

void addOptions(CLI::App &command, QuantizeOptions &options) {
  QuantizerOptions &steps = options.quantizer;
  addQuantizerOptions(command, steps, options.test);
  command.add_option("-o,--output", steps.output, "The integer model: .mlirbc, or text")
      ->required();
  addRecipe(command, options);
  addGates(command, options.gates);
  command.add_flag("--keep", options.keep, "Write what the steps make beside the output");
  command.add_flag("--json", options.json,
                   "The table on standard output for programs, the commands on standard error");
  addCompileChoices(command, steps.choices);
}

} // namespace

void addQuantize(CLI::App &app, int &code) {
  auto options = std::make_shared<QuantizeOptions>();
  CLI::App *command = app.add_subcommand(
      "quantize", "A float model to integers: fold, repair, calibrate, quantize, judge");
  addOptions(*command, *options);
  command->footer("Each step is told as the command that does it alone. Layers stay float until "
                  "--max-drop, --max-flips and --min-sqnr hold; exit 4 where they never do.");
  command->callback([options, &code] { code = quantize(*options); });
}

} // namespace qopt::run
