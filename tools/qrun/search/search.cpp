// qrun search chooses for each layer f32 or int8 by measured times and errors, within bounds.
#include "tools/libqopt/flows/search/search_flow.h"

#include "tools/io/file.h"
#include "tools/io/module_file.h"
#include "tools/io/report/table.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/command/usage.h"
#include "tools/qrun/eval/evaluation_report.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/quantize/options.h"
#include "tools/qrun/quantize/recipe_options.h"
#include "tools/qrun/terminal/terminal.h"

#include "llvm/ADT/StringExtras.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

struct SearchCommand : SearchSettings {
  CompileChoices choices;
  JsonOutput json;
};

void printSearch(const SearchResult &result, llvm::raw_ostream &stream) {
  io::Table table({"network", "f32 layers", "ms a run", "predicted", "error of int8's",
                   "predicted error", "worst output", "within bounds"});
  for (const SearchedNetwork &one : result.networks)
    table.add({one.name, one.name == "f32" ? "all" : std::to_string(one.floatLayers.size()),
               io::fixed(one.seconds * 1e3, 3), io::fixed(one.predictedSeconds * 1e3, 3),
               io::fixed(one.noise, 3), io::fixed(one.predictedNoise, 3),
               decibels(one.loss->worst().sqnr), one.broken.empty() ? "yes" : "no"});
  table.print(stream);
  const SearchedNetwork &chosen = result.networks[result.chosen];
  stream << "chosen: " << chosen.name << ", of batch " << result.batch << " in " << result.rounds
         << " rounds, judged by " << result.samples << " samples\n";
  if (!chosen.floatLayers.empty())
    stream << "float: " << llvm::join(chosen.floatLayers, ", ") << "\n";
}

/// {"version", "model", "output", "device", "chosen", "batch", "rounds", "samples", "front",
/// "cut_short", "results": [{"network", "float_layers": […], "seconds", "predicted_seconds",
/// "noise", "predicted_noise", "sqnr_db", "broken": […]}]}: f32, int8, then mixed ones.
void writeSearch(const SearchCommand &command, const SearchResult &result,
                 llvm::json::OStream &json) {
  writeText(json, "model", command.steps.model);
  writeText(json, "output", command.steps.output);
  writeText(json, "device", command.steps.device);
  writeText(json, "chosen", result.networks[result.chosen].name);
  json.attribute("batch", result.batch);
  json.attribute("rounds", result.rounds);
  json.attribute("samples", result.samples);
  json.attribute("front", int64_t(result.frontSize));
  json.attribute("cut_short", result.isCutShort);
  json.attributeArray("results", [&] {
    for (const SearchedNetwork &one : result.networks)
      json.object([&] {
        writeText(json, "network", one.name);
        writeStrings(json, "float_layers", one.floatLayers);
        writeNumber(json, "seconds", one.seconds);
        writeNumber(json, "predicted_seconds", one.predictedSeconds);
        writeNumber(json, "noise", one.noise);
        writeNumber(json, "predicted_noise", one.predictedNoise);
        writeNumber(json, "sqnr_db", one.loss->worst().sqnr.value_or(NAN));
        writeStrings(json, "broken", one.broken);
      });
  });
}

Status checkFiles(const SearchCommand &command) {
  const QuantizerOptions &steps = command.steps;
  if (Status status = io::checkModulePath(steps.output); !status.ok())
    usageError(status.message());
  return io::checkWritable({steps.output}, {steps.model, steps.load.weights, steps.samples.data,
                                            command.test.data, command.test.labels});
}

Expected<Searched> searchModel(const SearchCommand &command) {
  SearchSettings settings = command;
  if (Status status = splitSamples(settings.steps, settings.test); !status.ok())
    return status;
  if (Status status = readLabels(settings.test, classesFor(settings.gates)); !status.ok())
    return status;
  if (!settings.test.readLabels && settings.gates.maxDrop)
    return invalidArgument(settings.test.data +
                           ": has no array 'labels' to tell right from wrong, which --max-drop "
                           "needs; name one with --labels, or give --max-flips");
  auto model =
      loadFor(SampleFiles(settings.steps.samples.data), settings.steps.model, settings.steps.load);
  if (!model)
    return model.status();
  settings.steps.compile = compileOptions(command.choices);
  return searchTypes(std::move(*model), std::move(settings),
                     std::make_shared<Reports>(terminalHooks()));
}

int search(const SearchCommand &command) {
  if (Status status = checkFiles(command); !status.ok())
    return report(status);
  const QuantizerOptions &steps = command.steps;
  if (int code = checkJson(command.json,
                           {steps.model, steps.load.weights, steps.samples.data, command.test.data,
                            command.test.labels},
                           {steps.output});
      code != Success)
    return code;
  auto found = searchModel(command);
  if (!found)
    return reportFlow(found.status());
  const Status wrote = io::writeModule(*found->chosen.module, steps.output);
  if (Status status = tell(
          command.json, [&](auto &stream) { printSearch(found->result, stream); },
          [&](auto &json) { writeSearch(command, found->result, json); });
      !status.ok())
    return report(status);
  return report(wrote);
}

} // namespace

void addSearch(CLI::App &app, int &code) {
  auto command = std::make_shared<SearchCommand>();
  CLI::App *own = app.add_subcommand(
      "search", "Choose f32 or int8 for each layer, by measured times and errors");
  addQuantizerOptions(*own, command->steps, command->test);
  own->add_option("-o,--output", command->steps.output, "The chosen network: .mlirbc, or text")
      ->required();
  addGates(*own, command->gates);
  own->add_option("--budget", command->seconds,
                  "Try no further mixed network after so many seconds")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  addJsonOption(*own, command->json);
  addCompileChoices(*own, command->choices);
  own->callback([command, &code] { code = search(*command); });
}

} // namespace qopt::run
