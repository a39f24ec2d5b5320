// qrun report: a page to look at of a network, and what other tools' viewers show.
#include "tools/io/file.h"
#include "tools/io/load_arguments.h"
#include "tools/libqopt/report/viewers/viewers.h"
#include "tools/qrun/calibrate/table_file.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/command/usage.h"
#include "tools/qrun/eval/options.h"
#include "tools/qrun/feed/sample_files.h"
#include "tools/qrun/report/options.h"
#include "tools/qrun/terminal/terminal.h"

#include <CLI/App.hpp>

#include <cmath>

using namespace qrt;

namespace qopt::run {
namespace {

Expected<Loaded> loadOne(const ReportCommand &asked, const std::string &path) {
  const LoadOptions load = io::optionsFor(asked.load, path, {asked.floats, asked.quantized});
  return asked.test.data.empty() ? loadFile(path, load)
                                 : loadFor(SampleFiles(asked.test.data), path, load);
}

ReportWords wordsOf(const ReportCommand &asked) {
  return {asked.floats, asked.quantized, asked.output, asked.calibration,
          asked.onnx,   asked.nodeData,  asked.load};
}

Expected<ReportInputs> inputsOf(ReportCommand &asked) {
  if (!asked.test.data.empty())
    if (Status status = readLabels(asked.test, Classes::IfAny); !status.ok())
      return status;
  auto floats = loadOne(asked, asked.floats);
  if (!floats)
    return floats.status();
  ReportInputs inputs{
      std::move(*floats), {}, asked.test, compileOptions(asked.choices), wordsOf(asked)};
  if (!asked.quantized.empty()) {
    auto quantized = loadOne(asked, asked.quantized);
    if (!quantized)
      return quantized.status();
    inputs.quantized.emplace(std::move(*quantized));
  }
  if (!asked.calibration.empty()) {
    auto table = readCalibration(asked.calibration, *inputs.floats.module);
    if (!table)
      return table.status();
    asked.options.calibration = std::move(*table);
  }
  return inputs;
}

Status writeNodeData(const ReportCommand &asked, const ReportResult &result,
                     const NotedModel &model) {
  const llvm::StringRef stem = llvm::StringRef(asked.nodeData).drop_back(5); // ".json"
  for (const auto &[measure, byLayer] : result.measures) {
    const std::string text = nodeData(byLayer, measure == "sqnr", model);
    if (Status status = io::writeFile((stem + "." + measure + ".json").str(),
                                      [&](llvm::raw_ostream &stream) { stream << text; });
        !status.ok())
      return status;
  }
  return {};
}

Status writeViewers(const ReportCommand &asked, const ReportResult &result, mlir::ModuleOp module) {
  auto model = notedOnnx(module, result, asked.options.calibration);
  if (!model)
    return {model.status().code(), asked.onnx + ": error: " + model.status().message()};
  const Status status = io::writeCheckedFile(
      asked.onnx, [&](llvm::raw_ostream &stream) { stream << model->bytes; }, model->check);
  return status.ok() && !asked.nodeData.empty() ? writeNodeData(asked, result, *model) : status;
}

void writeLayer(llvm::json::OStream &json, const ReportedLayer &layer) {
  auto number = [&](const char *name, const std::optional<double> &value) {
    writeNumber(json, name, value.value_or(NAN));
  };
  writeText(json, "layer", layer.name);
  json.attribute("operation", layer.operation);
  json.attribute("kind", layer.kind);
  writeTextOrNull(json, "runs_as", layer.runsAs);
  number("seconds", layer.seconds);
  number("sqnr_db", layer.sqnr);
  json.attribute("exact", layer.sqnr && std::isinf(*layer.sqnr));
  number("clipped", layer.clipped);
  writeTextOrNull(json, "why_float", layer.whyFloat);
}

void writeJson(const ReportCommand &asked, const ReportResult &result, llvm::json::OStream &json) {
  writeText(json, "model", asked.floats);
  writeTextOrNull(json, "quantized", asked.quantized);
  writeText(json, "output", asked.output);
  json.attribute("device", asked.options.device);
  json.attribute("samples", result.how ? result.how->samples : 0);
  writeStrings(json, "commands", result.commands);
  json.attributeArray("results", [&] {
    for (const ReportedLayer &layer : result.layers)
      json.object([&] { writeLayer(json, layer); });
  });
}

int makePage(ReportCommand &asked) {
  asked.options.integerAttention = asked.attention == "integer";
  if (int code = check(asked); code != Success)
    return code;
  auto inputs = inputsOf(asked);
  if (!inputs)
    return report(inputs.status());
  const Loaded &shown = inputs->quantized ? *inputs->quantized : inputs->floats;
  const Loaded drawn = shown.clone(shown.path);
  auto result = makeReport(std::move(*inputs), asked.options);
  if (!result)
    return reportFlow(result.status());
  Status status =
      io::writeFile(asked.output, [&](llvm::raw_ostream &stream) { stream << result->page; });
  if (status.ok() && !asked.onnx.empty())
    status = writeViewers(asked, *result, *drawn.module);
  if (status.ok())
    status = writeDocument(asked.json, [&](auto &json) { writeJson(asked, *result, json); });
  return report(status);
}

} // namespace

void addReport(CLI::App &app, int &code) {
  auto asked = std::make_shared<ReportCommand>();
  CLI::App *command = app.add_subcommand(
      "report", "A page to look at: the network drawn, what its layers cost and lose");
  addReportOptions(*command, *asked);
  command->callback([asked, &code] { code = makePage(*asked); });
}

} // namespace qopt::run
