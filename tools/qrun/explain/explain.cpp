// qrun explain tells where a quantized network loses, layer by layer and cause by cause.
#include "tools/libqopt/flows/eval/network_pairs.h"
#include "tools/libqopt/flows/explain/explain_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/explain/report.h"
#include "tools/qrun/feed/sample_files.h"

#include "tools/io/load_arguments.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct ExplainCommand : ExplainSettings {
  LoadOptions load;
  CompileChoices choices;
  std::string floats, quantized;
  int64_t top = 10;
  JsonOutput json;
};

Expected<Loaded> loadSide(const ExplainCommand &command, const std::string &path) {
  return loadFor(SampleFiles(command.data), path,
                 io::optionsFor(command.load, path, {command.floats, command.quantized}));
}

Expected<ExplainResult> explainModels(const ExplainCommand &command) {
  auto floats = loadSide(command, command.floats);
  if (!floats)
    return floats.status();
  auto quantized = loadSide(command, command.quantized);
  if (!quantized)
    return quantized.status();
  warnOfSources(*quantized, *floats);
  ExplainSettings settings = command;
  settings.compile = compileOptions(command.choices);
  return explainNetworks(*floats, *quantized, settings);
}

/// {"version", "float", "quantized", "device", as writeExplanation has it}
void writeJson(const ExplainCommand &command, const ExplainResult &result,
               llvm::json::OStream &json) {
  writeText(json, "float", command.floats);
  writeText(json, "quantized", command.quantized);
  json.attribute("device", command.device);
  writeExplanation(json, result);
}

int explain(const ExplainCommand &command) {
  if (int code = checkJson(command.json, {command.floats, command.quantized, command.data});
      code != Success)
    return code;
  auto result = explainModels(command);
  if (!result)
    return reportFlow(result.status());
  return report(tell(
      command.json, [&](auto &stream) { printExplanation(*result, command.top, stream); },
      [&](auto &json) { writeJson(command, *result, json); }));
}

void addOptions(CLI::App &app, ExplainCommand &command) {
  app.add_option("float", command.floats, alternatives(formatExtensions()))->required();
  app.add_option("quantized", command.quantized, "Its quantized form")->required();
  addSampleOptions(app, command)->required();
  addOutputNames(app, command.outputs);
  app.add_option("--samples", command.looks,
                 "The number of samples that are looked at, from all over them")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 40))
      ->capture_default_str();
  app.add_flag("--remove", command.removes,
               "Also take away each layer's error in turn, a run of the samples for each");
  app.add_option("--top", command.top, "Layers, flips and mends that are printed of each output")
      ->check(CLI::Range(int64_t(1), int64_t(1) << 30))
      ->capture_default_str();
  app.add_option("--device", command.device, "The device to run on");
  addLoadOptions(app, command.load);
  addJsonOption(app, command.json);
  addCompileChoices(app, command.choices);
}

} // namespace

void addExplain(CLI::App &app, int &code) {
  auto command = std::make_shared<ExplainCommand>();
  CLI::App *own = app.add_subcommand(
      "explain",
      "Tell where a quantized network loses: layers and causes, flips, and what would mend");
  addOptions(*own, *command);
  own->callback([command, &code] { code = explain(*command); });
}

} // namespace qopt::run
