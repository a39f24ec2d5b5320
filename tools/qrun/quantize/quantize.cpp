// qrun quantize: from a model file to its integer form and what that costs, in one command.
#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/report/table.h"
#include "tools/libqopt/flows/quantize/flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"
#include "tools/qrun/quantize/recipe_options.h"
#include "tools/qrun/quantize/report.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

struct QuantizeCommand {
  QuantizerOptions quantizer;
  EvaluationOptions test; // data: --test, or empty
  Gates gates;
  CompileChoices choices;
  bool keep = false;
  std::optional<bool> repair; // nothing: with and without compete
  JsonOutput json;
};

/// Shows and writes what the flow made.
class Session {
public:
  Session(const QuantizeCommand &options, QuantizeFlow &flow) : options(options), flow(flow) {}
  int finish();

private:
  void print(llvm::raw_ostream &stream) const;
  void writeJson(llvm::json::OStream &json) const;
  Status write();
  Status tellResults() const;

  const QuantizeCommand &options;
  QuantizeFlow &flow;
  bool isWritten = false;
};

void Session::print(llvm::raw_ostream &stream) const {
  const JudgedHow how = flow.how();
  std::vector<std::string> header = judgedColumns(how);
  header.insert(header.begin(), "model");
  header.push_back("time per sample");
  io::Table table(header);
  auto add = [&](std::string name, const JudgedNetwork &of) {
    std::vector<std::string> row = judgedCells(how, of);
    row.insert(row.begin(), std::move(name));
    const double median = of.secondsPerSample;
    row.push_back(std::isnan(median) ? "-" : io::fixed(median * 1e6, 1) + " µs");
    table.add(row);
  };
  add("float", flow.baseline());
  const Recipe &recipe = flow.steps().options.recipe;
  const std::vector<JudgedNetwork> tried = flow.networks();
  const bool areSeveral = llvm::any_of(
      tried, [&](const JudgedNetwork &one) { return one.recipe != tried.front().recipe; });
  for (const JudgedNetwork &one : tried) {
    const size_t count = one.floatLayers.size();
    std::string name =
        "integer" + (recipe.narrowsFloats() ? " and " + recipe.floats : std::string());
    if (areSeveral || recipe.isDynamic())
      name += " (" + one.recipe + ")";
    add(count ? name + ", " + std::to_string(count) + " float" : name, one);
  }
  if (const Contest &contest = flow.contest(); contest.samples)
    printContest(contest, stream);
  stream << "\n" << judgedCaption(how) << "\n";
  table.print(stream);
  if (const auto &left = tried.back().floatLayers; !left.empty())
    stream << "float (" << io::fixed(tried.back().floatMacs, 1)
           << " % of all multiply-adds): " << llvm::join(left, ", ") << "\n";
  if (const Loss &loss = *tried.back().loss; loss.outputs.size() > 1) {
    stream << "\noutputs of the last network, the worst first\n";
    printOutputs(loss, stream);
  }
}

/// {"version", "model", "output", "floats", "written", "samples", "batch", "device", "commands":
/// […], "next": […], "contest": as writeContest has it, "results": [{"setting", "recipe",
/// "float_layers": […], "float_macs_percent", "broken": […], as writeNetwork has it}]}: the float
/// network, then what was tried; the last one is written, where no gate is broken and the disk
/// takes it.
void Session::writeJson(llvm::json::OStream &json) const {
  const QuantizerOptions &steps = flow.steps().options;
  writeText(json, "model", steps.model);
  writeText(json, "output", steps.output);
  json.attribute("floats", steps.recipe.floats);
  json.attribute("written", isWritten);
  writeHow(json, flow.how());
  writeStrings(json, "commands", flow.commands());
  writeStrings(json, "next", flow.next());
  writeContest(json, flow.contest());
  json.attributeArray("results", [&] {
    json.object([&] {
      json.attribute("setting", "float");
      writeNetwork(json, flow.baseline());
    });
    for (const JudgedNetwork &one : flow.networks())
      json.object([&] {
        json.attribute("setting", "integer");
        json.attribute("recipe", one.recipe);
        writeStrings(json, "float_layers", one.floatLayers);
        writeNumber(json, "float_macs_percent", one.floatMacs);
        writeStrings(json, "broken", one.broken);
        writeNetwork(json, one);
      });
  });
}

Status Session::tellResults() const {
  return tell(
      options.json, [&](auto &stream) { print(stream); }, [&](auto &json) { writeJson(json); });
}

Status Session::write() {
  if (!flow.holds())
    return {};
  Status status = options.keep ? writeSteps(flow.steps()) : Status();
  if (status.ok())
    status = io::writeModule(*flow.integers().module, flow.steps().options.output);
  isWritten = status.ok();
  return status;
}

// The results are told also where the file cannot be written: they took long.
int Session::finish() {
  flow.tellEnd();
  const Status wrote = write();
  if (Status status = tellResults(); !status.ok())
    return report(status);
  flow.remarkOnGates();
  if (!flow.holds()) {
    llvm::errs() << "error: " << flow.steps().options.model << ": " << flow.whyBroken()
                 << "; nothing was written\n";
    return AccuracyGate;
  }
  flow.advise();
  return report(wrote);
}

/// The terminal's, and the commands: on standard output, which is the document's alone where there
/// is one.
FlowHooks hooksOf(const QuantizeCommand &options) {
  FlowHooks hooks = terminalHooks();
  hooks.onCommand = [isDocument = options.json.takesStdout()](const std::string &command) {
    if (isDocument)
      return printCommand(command);
    llvm::outs() << "$ " << command << "\n";
    llvm::outs().flush();
  };
  return hooks;
}

/// The files that are written, but for --json's.
std::vector<std::string> madeFiles(const QuantizeCommand &options) {
  std::vector<std::string> made = {options.quantizer.output};
  if (options.keep)
    llvm::append_range(made, Quantizer(options.quantizer).stepFiles());
  return made;
}

/// Refuses options that are wrong, before the long run.
Status check(const QuantizeCommand &options) {
  const QuantizerOptions &steps = options.quantizer;
  if (std::string wrong = steps.recipe.check(); !wrong.empty())
    usageError(wrong);
  if (Status status = io::checkModulePath(steps.output); !status.ok())
    usageError(status.message());
  return io::checkWritable(madeFiles(options), {steps.model, steps.load.weights, steps.samples.data,
                                                options.test.data, options.test.labels});
}

Status readTest(const QuantizeCommand &options, EvaluationOptions &test) {
  if (Status status = readLabels(test, classesFor(options.gates)); !status.ok())
    return status;
  if (!test.readLabels && options.gates.maxDrop)
    return invalidArgument(test.data + ": has no array 'labels' to tell right from wrong, which "
                                       "--max-drop needs; name one with --labels, or give "
                                       "--max-flips");
  return {};
}

int quantize(const QuantizeCommand &options) {
  if (Status status = check(options); !status.ok())
    return report(status);
  const QuantizerOptions &files = options.quantizer;
  if (int code = checkJson(options.json,
                           {files.model, files.load.weights, files.samples.data, options.test.data,
                            options.test.labels},
                           madeFiles(options));
      code != Success)
    return code;
  QuantizerOptions steps = options.quantizer;
  if (options.repair)
    steps.recipe.rounds = steps.recipe.correctsBias = options.repair;
  EvaluationOptions test = options.test;
  Status status = splitSamples(steps, test);
  if (status.ok())
    status = readTest(options, test);
  if (!status.ok())
    return report(status);
  auto model = loadFor(SampleFiles(steps.samples.data), steps.model, steps.load);
  if (!model)
    return report(model.status());
  steps.compile = compileOptions(options.choices);
  QuantizeFlow flow(std::move(steps), std::move(test), options.gates,
                    std::make_shared<Reports>(hooksOf(options)));
  if (Status ran = flow.run(std::move(*model)); !ran.ok())
    return reportFlow(ran);
  return Session(options, flow).finish();
}

void addOptions(CLI::App &command, QuantizeCommand &options) {
  QuantizerOptions &steps = options.quantizer;
  addQuantizerOptions(command, steps, options.test);
  command.add_option("-o,--output", steps.output, "The integer model: .mlirbc, or text")
      ->required();
  addRecipe(command, steps.recipe, options.repair);
  addContest(command, steps.contest);
  addGates(command, options.gates);
  command.add_flag("--keep", options.keep,
                   "Write the files that the steps make, beside the output");
  addJsonOption(command, options.json);
  addCompileChoices(command, options.choices);
}

} // namespace

void addQuantize(CLI::App &app, int &code) {
  auto options = std::make_shared<QuantizeCommand>();
  CLI::App *command = app.add_subcommand(
      "quantize", "A float model to integers: fold, repair, calibrate, quantize, judge");
  addOptions(*command, *options);
  command->footer("Each step is told as the command that does it alone. Layers stay float until "
                  "--max-drop, --max-flips, --min-sqnr and --min-cosine hold; exit 4 where they "
                  "never do.");
  command->callback([options, &code] { code = quantize(*options); });
}

} // namespace qopt::run
