// qrun merge: calibrations of parts of the samples become that of all; so do tuning databases of
// parts of the layers.
#include "tools/libqopt/flows/tables/tables.h"
#include "tools/libqopt/flows/tune/merge_tunings.h"
#include "tools/qrun/calibrate/table_file.h"
#include "tools/qrun/calibrate/table_report.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/terminal/terminal.h"

#include "tools/io/exit_code.h"
#include "tools/io/file.h"

#include <CLI/App.hpp>

#include "llvm/Support/MemoryBuffer.h"

using namespace qrt;

namespace qopt::run {
namespace {

struct MergeCommand {
  std::vector<std::string> parts;
  std::string output;
  bool partial = false;
  JsonOutput json;
};

Expected<MergeResult> merged(const MergeCommand &command) {
  MergeOptions options;
  options.keepsStatistics = command.partial;
  options.outputName = command.output;
  options.hooks = terminalHooks();
  for (const std::string &path : command.parts) {
    auto part = readTableFile(path);
    if (!part)
      return part.status();
    options.parts.push_back(std::move(*part));
  }
  return mergeTables(options);
}

/// {"version", "parts": […], "output", as writeCalibration has it}
void writeJson(const MergeCommand &command, const MergeResult &result, llvm::json::OStream &json) {
  writeStrings(json, "parts", command.parts);
  writeText(json, "output", command.output);
  writeCalibration(json, result.calibration);
}

/// Tells by its first bytes whether the file is a database.
bool isDatabase(const std::string &path) {
  constexpr llvm::StringLiteral magic = "SQLite format 3";
  auto file = llvm::MemoryBuffer::getFileSlice(path, magic.size(), 0);
  return file && (*file)->getBuffer() == magic;
}

int mergeDatabases(const MergeCommand &command) {
  if (command.partial)
    usageError("--partial is of calibrations; a tuning database is merged again as it is");
  if (Status status = io::checkWritable(command.output, command.parts); !status.ok())
    return report(status);
  if (int code = checkJson(command.json, command.parts, command.output); code != Success)
    return code;
  auto rows = mergeTunings(command.parts, command.output);
  if (!rows)
    return report(rows.status());
  return report(writeDocument(command.json, [&](auto &json) {
    writeStrings(json, "parts", command.parts);
    writeText(json, "output", command.output);
    json.attribute("rows", *rows);
    json.attributeArray("results", [] {});
  }));
}

int merge(const MergeCommand &command) {
  if (llvm::all_of(command.parts, isDatabase))
    return mergeDatabases(command);
  if (int code = checkTableOutput(command.output, command.parts); code != Success)
    return code;
  if (int code = checkJson(command.json, command.parts, command.output); code != Success)
    return code;
  auto result = merged(command);
  if (!result)
    return report(result.status());
  Status status =
      io::writeText(command.output, [&](llvm::raw_ostream &stream) { stream << result->text; });
  if (status.ok())
    status = writeDocument(command.json, [&](auto &json) { writeJson(command, *result, json); });
  return report(status);
}

} // namespace

void addMerge(CLI::App &app, int &code) {
  auto command = std::make_shared<MergeCommand>();
  CLI::App *own = app.add_subcommand(
      "merge", "Join calibrations of parts of the samples, exactly, or tuning databases");
  own->add_option("parts", command->parts,
                  "Written by qrun calibrate --partial; or all of them by qrun tune")
      ->required();
  own->add_option("-o,--output", command->output,
                  "The calibration file (JSON), or the database, which is gone on with")
      ->required();
  own->add_flag("--partial", command->partial, "Keep statistics, to be merged again");
  addJsonOption(*own, command->json);
  own->callback([command, &code] { code = merge(*command); });
}

} // namespace qopt::run
