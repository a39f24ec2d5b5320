// qrun convert-calibration: a table of one tool as another's.
#include "tools/qrun/calibrate/table_file.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/subcommands.h"

#include "ir/values/keys.h"
#include "passes/calibrate/tables/names.h"
#include "passes/quantize/policy/ranges.h"
#include "tools/io/file.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct ConvertOptions {
  LoadOptions load;
  std::string input, output, to, model;
};

bool isByLayer(const TableFormat &format) { return format.naming == Naming::Layers; }

/// The table's names as `to` has them.
Status rename(Table &table, const TableFormat &from, const TableFormat &to,
              const ConvertOptions &options) {
  if (options.model.empty()) {
    if (from.naming == to.naming)
      return {};
    if (isByLayer(from) || isByLayer(to))
      return invalidArgument(options.input + ": " + (isByLayer(from) ? from : to).title.str() +
                             " is by layers: name the network, --model=FILE");
    table.warnings.push_back("names are taken as they stand; with --model=FILE keys of layers "
                             "become names of tensors, and the reverse");
    return {};
  }
  auto subject = loadFile(options.model, options.load);
  if (!subject)
    return subject.status();
  mlir::func::FuncOp entry = nn::entryOf(*subject->module);
  if (!entry)
    return invalidArgument(options.model + ": has no entry");
  if (std::string why = whyOfAnotherModel(entry, table.calibration); !why.empty())
    return invalidArgument(options.input + ": " + why +
                           "; name that model, or measure this one with 'qrun calibrate'");
  Status status = namesToKeys(table, from.naming, entry);
  if (status.ok())
    status = keysToNames(table, to.naming, entry);
  return status.ok() ? status : Status(status.code(), options.input + ": " + status.message());
}

int convert(const ConvertOptions &options) {
  const TableFormat *to = findTableFormat(options.to);
  if (!to)
    usageError("--to=" + options.to + ": there are " + tableFormatNames());
  if (int code =
          checkTableOutput(options.output, {options.input, options.model, options.load.weights});
      code != Success)
    return code;
  auto read = readTableFile(options.input);
  if (!read)
    return report(read.status());
  Status status = rename(read->table, *read->format, *to, options);
  if (!status.ok())
    return report(status);
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (Status written = to->write(stream, read->table); !written.ok())
    return report(Status(written.code(), options.input + ": " + written.message()));
  printWarnings(options.input, read->table);
  return report(io::writeText(options.output, [&](llvm::raw_ostream &file) { file << text; }));
}

} // namespace

void addConvertCalibration(CLI::App &app, int &code) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App *command =
      app.add_subcommand("convert-calibration", "A calibration table of one tool as another's");
  command->add_option("table", options->input, "A file of any of " + tableFormatNames())
      ->required();
  command->add_option("-o,--output", options->output, "The file to write")->required();
  command->add_option("--to", options->to, tableFormatNames())->required();
  command->add_option("--model", options->model,
                      "The network: what names stand for, and its weights' magnitudes");
  addLoadOptions(*command, options->load);
  command->callback([options, &code] { code = convert(*options); });
}

} // namespace qopt::run
