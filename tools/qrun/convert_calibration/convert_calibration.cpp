// qrun convert-calibration: a table of one tool as another's.
#include "tools/libqopt/flows/tables/tables_flow.h"
#include "tools/qrun/calibrate/table_file.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/file.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct ConvertCommand {
  LoadOptions load;
  std::string input, output, to, model;
  JsonOutput json;
};

Expected<ConvertResult> convertFile(const ConvertCommand &command) {
  auto table = readTableFile(command.input);
  if (!table)
    return table.status();
  std::optional<Loaded> network;
  if (!command.model.empty()) {
    auto loaded = loadFile(command.model, command.load);
    if (!loaded)
      return loaded.status();
    network = std::move(*loaded);
  }
  ConvertOptions options;
  options.table = std::move(*table);
  options.to = command.to;
  options.outputName = command.output;
  if (network)
    options.networkName = command.model;
  return converted(options, network ? &*network : nullptr, *terminal());
}

/// {"version", "table", "model", "output", "from", "to", "ranges", "weights", "next"}
void writeJson(const ConvertCommand &command, const ConvertResult &result,
               llvm::json::OStream &json) {
  writeText(json, "table", command.input);
  writeTextOrNull(json, "model", command.model);
  writeText(json, "output", command.output);
  json.attribute("from", result.from);
  json.attribute("to", result.to);
  json.attribute("ranges", result.ranges);
  json.attribute("weights", result.weights);
  writeStrings(json, "next", result.next);
}

int convert(const ConvertCommand &command) {
  if (!findTableFormat(command.to))
    usageError("--to=" + command.to + ": there are " + tableFormatNames());
  const std::vector<std::string> sources = {command.input, command.model, command.load.weights};
  if (int code = checkTableOutput(command.output, sources); code != Success)
    return code;
  if (int code = checkJson(command.json, sources, command.output); code != Success)
    return code;
  auto result = convertFile(command);
  if (!result)
    return report(result.status());
  Status status =
      io::writeText(command.output, [&](llvm::raw_ostream &stream) { stream << result->text; });
  if (status.ok())
    status = writeDocument(command.json, [&](auto &json) { writeJson(command, *result, json); });
  return report(status);
}

} // namespace

void addConvertCalibration(CLI::App &app, int &code) {
  auto command = std::make_shared<ConvertCommand>();
  CLI::App *own =
      app.add_subcommand("convert-calibration", "A calibration table of one tool as another's");
  own->add_option("table", command->input, "A file of any of " + tableFormatNames())->required();
  own->add_option("-o,--output", command->output, "The file to write")->required();
  own->add_option("--to", command->to, tableFormatNames())->required();
  own->add_option("--model", command->model,
                  "The network: what names stand for, and its weights' magnitudes");
  addLoadOptions(*own, command->load);
  addJsonOption(*own, command->json);
  own->callback([command, &code] { code = convert(*command); });
}

} // namespace qopt::run
