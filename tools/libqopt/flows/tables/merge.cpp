#include "tools/libqopt/flows/commands/shell.h"
#include "tools/libqopt/flows/recipe/pass_text.h"
#include "tools/libqopt/flows/reports/reports.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/flows/tables/tables_flow.h"

#include "passes/calibrate/tables/native.h"

#include "llvm/ADT/STLExtras.h"

using namespace qrt;

namespace qopt {

namespace run {

Expected<ReadTable> readText(const TableText &table) {
  auto read = readTable(table.text);
  return read ? std::move(read)
              : Status(read.status().code(), table.name + ": " + read.status().message());
}

} // namespace run

static std::string commandOf(const MergeOptions &options) {
  run::ShellCommand command("qrun merge");
  for (const TableText &part : options.parts)
    command.word(part.name);
  if (options.keepsStatistics)
    command.word("--partial");
  return command.word("-o").word(options.outputName).text();
}

/// A part's statistics, which are of other samples than those before.
static Expected<Calibration> readPart(const TableText &part, llvm::ArrayRef<TableText> names,
                                      const std::vector<Calibration> &before) {
  auto read = run::readText(part);
  if (!read)
    return read.status();
  if (read->table.calibration.statistics.empty())
    return invalidArgument(part.name + (read->format->naming == Naming::Keys
                                            ? ": holds ranges alone; write it with --partial"
                                            : ": " + read->format->title.str() +
                                                  " holds ranges alone, no statistics"));
  for (auto [other, earlier] : llvm::zip(names, before))
    if (read->table.calibration.data == earlier.data)
      return invalidArgument(part.name + ": its samples are those of " + other.name +
                             ": they would count twice");
  return std::move(read->table.calibration);
}

static Expected<MergeResult> merged(const MergeOptions &options) {
  MergeResult result;
  const run::Reports reports(run::keeping(options.hooks, result.remarks));
  result.commands = {commandOf(options)};
  reports.command(result.commands.front());
  std::vector<Calibration> parts;
  run::StepScope step(reports, "merge", int64_t(options.parts.size()));
  for (const TableText &text : options.parts) {
    if (Status status = reports.checkCancelled(); !status.ok())
      return status;
    auto part = readPart(text, options.parts, parts);
    if (!part)
      return part.status();
    parts.push_back(std::move(*part));
    step.update(int64_t(parts.size()));
  }
  auto all = mergeCalibrations(parts);
  if (!all)
    return all.status();
  result.calibration = std::move(*all);
  if (!options.keepsStatistics)
    result.calibration.statistics.clear();
  llvm::raw_string_ostream stream(result.text);
  writeNativeTable(stream, result.calibration);
  result.next = {run::insertQuantCommand(options.modelName, options.outputName)};
  return result;
}

Expected<MergeResult> mergeTables(const MergeOptions &options) {
  if (options.parts.empty())
    return invalidArgument("merge: no parts are given");
  return run::runFlow("to merge calibrations", options, merged);
}

} // namespace qopt
