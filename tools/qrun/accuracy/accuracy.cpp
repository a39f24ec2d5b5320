// qrun accuracy: what calibrators, schemes and types cost one model, in one table.
#include "tools/io/report/table.h"
#include "tools/libqopt/flows/accuracy/accuracy_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"
#include "tools/qrun/quantize/report.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct AccuracyCommand {
  QuantizerOptions quantizer;
  EvaluationOptions test;
  std::vector<std::string> grids = AccuracyOptions().grids, passes;
  CompileChoices choices;
  bool markdown = false;
  JsonOutput json;
};

void print(const AccuracyCommand &options, const AccuracyResult &result,
           llvm::raw_ostream &stream) {
  std::vector<std::string> header = judgedColumns(result.how);
  header.insert(header.begin(), "setting");
  io::Table table(header);
  for (const AccuracyRow &one : result.rows) {
    std::vector<std::string> row = judgedCells(result.how, one.network);
    row.insert(row.begin(), one.setting);
    table.add(std::move(row));
  }
  stream << judgedCaption(result.how) << (options.markdown ? "\n\n" : "\n");
  options.markdown ? table.printMarkdown(stream) : table.print(stream);
}

/// {"version", "model", "samples", "batch", "device", "commands", "next", "results": [{"setting",
/// "commands", as writeNetwork has it}]}
void writeJson(const AccuracyCommand &options, const AccuracyResult &result,
               llvm::json::OStream &json) {
  writeText(json, "model", options.quantizer.model);
  writeHow(json, result.how);
  writeStrings(json, "commands", result.commands);
  writeStrings(json, "next", result.next);
  json.attributeArray("results", [&] {
    for (const AccuracyRow &row : result.rows)
      json.object([&] {
        writeText(json, "setting", row.setting);
        writeStrings(json, "commands", row.commands);
        writeNetwork(json, row.network);
      });
  });
}

Expected<AccuracyResult> measured(const AccuracyCommand &options, std::vector<Variant> variants) {
  QuantizerOptions steps = options.quantizer;
  EvaluationOptions test = options.test;
  if (Status status = splitSamples(steps, test); !status.ok())
    return status;
  if (Status status = readLabels(test, Classes::IfAny); !status.ok())
    return status;
  steps.compile = compileOptions(options.choices);
  auto model = loadFor(SampleFiles(steps.samples.data), steps.model, steps.load);
  if (!model)
    return model.status();
  AccuracyResult result;
  AccuracyFlow flow(std::move(steps), std::move(test), std::move(variants));
  Status status = flow.run(std::move(*model), result);
  return status.ok() ? Expected(std::move(result)) : status;
}

int accuracy(const AccuracyCommand &options) {
  auto variants = variantsFor(options.grids, options.passes);
  if (!variants)
    usageError(variants.status().message());
  const QuantizerOptions &files = options.quantizer;
  if (int code = checkJson(options.json, {files.model, files.load.weights, files.samples.data,
                                          options.test.data, options.test.labels});
      code != Success)
    return code;
  auto result = measured(options, std::move(*variants));
  if (!result)
    return reportFlow(result.status());
  return report(tell(
      options.json, [&](auto &stream) { print(options, *result, stream); },
      [&](auto &json) { writeJson(options, *result, json); }));
}

} // namespace

void addAccuracy(CLI::App &app, int &code) {
  auto options = std::make_shared<AccuracyCommand>();
  CLI::App *command = app.add_subcommand(
      "accuracy", "Measure what calibrators, schemes and types cost a float model: a table");
  addQuantizerOptions(*command, options->quantizer, options->test);
  std::string grids = "Rows, separated by commas";
  for (const AccuracyGrid &grid : accuracyGrids())
    grids += "\n" + grid.name + ": " + grid.summary;
  command->add_option("--grid", options->grids, grids)->delimiter(',')->allow_extra_args(false);
  command
      ->add_option(
          "--passes", options->passes,
          "A row of your own: passes to run after calibration, as \"insert-quant{bits=16}\"")
      ->allow_extra_args(false);
  auto *markdown =
      command->add_flag("--markdown", options->markdown, "Print the table as Markdown");
  addJsonOption(*command, options->json)->excludes(markdown);
  addCompileChoices(*command, options->choices);
  command->callback([options, &code] { code = accuracy(*options); });
}

} // namespace qopt::run
