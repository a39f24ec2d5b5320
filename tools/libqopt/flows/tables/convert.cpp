#include "tools/libqopt/flows/commands/shell.h"
#include "tools/libqopt/flows/recipe/pass_text.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/flows/tables/tables_flow.h"

#include "ir/values/keys.h"
#include "passes/calibrate/tables/names.h"
#include "passes/quantize/policy/ranges.h"

using namespace qrt;

namespace qopt {
namespace run {

static bool isByLayer(const TableFormat &format) { return format.naming == Naming::Layers; }

/// The table's names as `to` has them, without a network.
static Status keepNames(Table &table, const TableFormat &from, const TableFormat &to,
                        const ConvertOptions &options) {
  if (from.naming == to.naming)
    return {};
  if (isByLayer(from) || isByLayer(to))
    return invalidArgument(options.table.name + ": " + (isByLayer(from) ? from : to).title.str() +
                           " is by layers: name the network, --model=FILE");
  table.warnings.push_back("names are taken as they stand; with --model=FILE keys of layers "
                           "become names of tensors, and the reverse");
  return {};
}

static Status rename(Table &table, const TableFormat &from, const TableFormat &to,
                     const Loaded &network, const ConvertOptions &options) {
  mlir::func::FuncOp entry = nn::entryOf(*network.module);
  if (!entry)
    return invalidArgument(network.path + ": has no entry");
  if (std::string why = whyOfAnotherModel(entry, table.calibration); !why.empty())
    return invalidArgument(options.table.name + ": " + why +
                           "; name that model, or measure this one with 'qrun calibrate'");
  Status status = namesToKeys(table, from.naming, entry);
  if (status.ok())
    status = keysToNames(table, to.naming, entry);
  return status.ok() ? status : Status(status.code(), options.table.name + ": " + status.message());
}

Expected<ConvertResult> converted(const ConvertOptions &options, const Loaded *network,
                                  const Reports &reports) {
  const TableFormat *to = findTableFormat(options.to);
  if (!to)
    return invalidArgument("--to=" + options.to + ": there are " + tableFormatNames());
  if (Status status = reports.checkCancelled(); !status.ok())
    return status;
  auto read = readText(options.table);
  if (!read)
    return read.status();
  Table &table = read->table;
  Status status = network ? rename(table, *read->format, *to, *network, options)
                          : keepNames(table, *read->format, *to, options);
  if (!status.ok())
    return status;
  ConvertResult result;
  llvm::raw_string_ostream stream(result.text);
  if (Status written = to->write(stream, table); !written.ok())
    return Status(written.code(), options.table.name + ": " + written.message());
  for (const std::string &text : table.warnings)
    reports.warn(options.table.name + ": " + text);
  result.from = read->format->name.str();
  result.to = to->name.str();
  result.ranges = int64_t(table.calibration.ranges.size());
  result.weights = int64_t(table.weights.size());
  if (network && to->naming == Naming::Keys)
    result.next = {insertQuantCommand(options.networkName, options.outputName)};
  return result;
}

static std::string commandOf(const ConvertOptions &options) {
  ShellCommand command("qrun convert-calibration");
  command.word(options.table.name).option("to", options.to);
  if (options.network)
    command.option("model", options.networkName);
  return command.word("-o").word(options.outputName).text();
}

} // namespace run

static Expected<ConvertResult> convertedText(const ConvertOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  std::optional<run::Loaded> network;
  if (options.network) {
    auto copy = run::Loaded::copyOf(*options.network, options.networkName, reports);
    if (!copy)
      return copy.status();
    network = std::move(*copy);
  }
  const std::string command = run::commandOf(options);
  reports->command(command);
  auto result = run::converted(options, network ? &*network : nullptr, *reports);
  if (!result)
    return result.status();
  result->commands = {command};
  result->remarks = std::move(remarks);
  return result;
}

Expected<ConvertResult> convertTable(const ConvertOptions &options) {
  return run::runFlow("to convert " + options.table.name, options, convertedText);
}

std::vector<std::string> tableNames() {
  std::vector<std::string> names;
  for (const TableFormat &format : tableFormats())
    names.push_back(format.name.str());
  return names;
}

} // namespace qopt
