// qrun compare: two modules, or one on two devices, value by value.
#include "tools/libqopt/flows/compare/compare_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/compare/report.h"
#include "tools/qrun/feed/inputs.h"
#include "tools/qrun/feed/sample_files.h"

#include "tools/io/file.h"
#include "tools/io/load_arguments.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct CompareCommand : CompareSettings {
  LoadOptions load;
  CompileChoices choices;
  std::string first, second, device = "host", otherDevice;
  std::optional<FloatOrder> otherOrder; // none: that of --float-order
  std::vector<std::string> inputs;
  std::string sort = "network", chart;
  bool exact = false;
  JsonOutput json;

  const std::string &secondModel() const { return second.empty() ? first : second; }
  const std::string &secondDevice() const { return otherDevice.empty() ? device : otherDevice; }
};

Expected<Loaded> loadSide(const CompareCommand &command, const std::string &path) {
  const LoadOptions load = io::optionsFor(command.load, path, {command.first, command.second});
  if (!command.inputs.empty())
    return loadFor(ArrayFiles(command.inputs), path, load);
  if (!command.data.empty())
    return loadFor(SampleFiles(command.data), path, load);
  return loadFile(path, load);
}

Expected<CompareResult> compareModels(const CompareCommand &command) {
  auto first = loadSide(command, command.first);
  if (!first)
    return first.status();
  auto second = loadSide(command, command.secondModel());
  if (!second)
    return second.status();
  CompileSettings own = compileOptions(command.choices), other = own;
  other.floatOrder = command.otherOrder.value_or(own.floatOrder);
  CompareSettings settings = command;
  if (!command.inputs.empty())
    settings.readArrays = [&command](const Subject &subject) {
      return readInputs(subject.model->inputs(), command.inputs,
                        {command.preprocessed, command.allowsNan});
    };
  return compareNetworks({std::move(*first), command.device, std::move(own)},
                         {std::move(*second), command.secondDevice(), std::move(other)}, settings);
}

/// The values in the order of the table, the chart and the document.
std::vector<ComparedValue> rowsOf(const CompareCommand &command, const CompareResult &result) {
  std::vector<ComparedValue> rows = result.values;
  if (command.sort == "error")
    sortByError(rows);
  return rows;
}

/// {"version", "first", "second", "device", "other_device", as writeComparison has it}
void writeJson(const CompareCommand &command, const CompareResult &result,
               llvm::ArrayRef<ComparedValue> rows, llvm::json::OStream &json) {
  writeText(json, "first", command.first);
  writeText(json, "second", command.secondModel());
  json.attribute("device", command.device);
  json.attribute("other_device", command.secondDevice());
  writeComparison(json, result, rows);
}

Status writeChart(const CompareCommand &command, llvm::ArrayRef<ComparedValue> rows) {
  if (command.chart.empty())
    return {};
  return io::writeFile(command.chart, [&](llvm::raw_ostream &stream) {
    const std::string title = "SQNR by value: " + command.first + " on " + command.device + ", " +
                              command.secondModel() + " on " + command.secondDevice();
    writeComparisonChart(rows, title, stream);
  });
}

/// Refuses options that cannot be, before anything is read. Returns an exit code.
int check(const CompareCommand &command) {
  if (command.second.empty() && command.otherDevice.empty() && !command.otherOrder)
    usageError("compare takes two models, or one and --other-device or "
               "--other-float-order");
  std::vector<std::string> sources{command.first, command.second};
  llvm::append_range(sources, command.inputs);
  if (command.chart.empty())
    return checkJson(command.json, sources);
  if (Status status = io::checkWritable(command.chart, sources); !status.ok())
    return report(status);
  if (std::string why = io::whyMisnamed(command.chart, "SVG", ".svg"); !why.empty())
    usageError(why);
  return checkJson(command.json, sources, command.chart);
}

int compare(const CompareCommand &command) {
  if (int code = check(command); code != Success)
    return code;
  auto result = compareModels(command);
  if (!result)
    return report(result.status());
  const std::vector<ComparedValue> rows = rowsOf(command, *result);
  Status status = tell(
      command.json, [&](auto &stream) { printComparison(*result, rows, stream); },
      [&](auto &json) { writeJson(command, *result, rows, json); });
  if (status.ok())
    status = writeChart(command, rows);
  if (!status.ok())
    return report(status);
  const ComparedValue *unlike = result->firstUnlike();
  if (command.exact && unlike)
    return report(invalidArgument("--exact: '" + unlike->key + "' differs"));
  return Success;
}

void addOptions(CLI::App &app, CompareCommand &command) {
  app.add_option("first", command.first, alternatives(formatExtensions()))->required();
  app.add_option("second", command.second, "The other model; by default the same");
  app.add_option("--device", command.device, "The first model's device");
  app.add_option("--other-device", command.otherDevice,
                 "The second model's device; by default the first one's");
  addFloatOrderOption(app, "--other-float-order",
                      [&command](FloatOrder order) { command.otherOrder = order; });
  auto *input = app.add_option("--input", command.inputs, "[NAME=]x.npy, x.npz or x.npz:KEY")
                    ->allow_extra_args(false); // else it would take the models after it
  addSampleOptions(app, command)
      ->excludes(input)
      ->description("Samples, of which the first batch is used; by default noise");
  addNanOption(app, command.allowsNan);
  addLoadOptions(app, command.load);
  app.add_option("--seed", command.seed,
                 "The seed of the noise that is fed without --input and --data");
  app.add_option("--sort", command.sort, "Rows as the network has them, or the worst first")
      ->check(CLI::IsMember({"network", "error"}));
  app.add_option("--svg", command.chart, "Write a chart of every value's SQNR to this file");
  app.add_flag("--outputs", command.outputsAlone,
               "The network's outputs alone, by the kernels that a run uses: a value that is read "
               "out is computed by itself, nothing is fused across it");
  app.add_flag("--exact", command.exact, "Exit 1 unless all common values are equal");
  addJsonOption(app, command.json);
  addCompileChoices(app, command.choices);
}

} // namespace

void addCompare(CLI::App &app, int &code) {
  auto command = std::make_shared<CompareCommand>();
  CLI::App *own =
      app.add_subcommand("compare", "Two models, or one on two devices, value by value");
  addOptions(*own, *command);
  own->callback([command, &code] { code = compare(*command); });
}

} // namespace qopt::run
