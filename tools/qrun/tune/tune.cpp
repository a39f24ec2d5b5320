// qrun tune: which kernels layers run fastest as on a device, by measuring them.
#include "tools/libqopt/flows/tune/tune_flow.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/model.h"
#include "tools/qrun/numbers/number_options.h"
#include "tools/qrun/tune/report.h"

#include "tools/io/file.h"
#include "tools/libqopt/tune/steady_clock.h"

using namespace qrt;

namespace qopt::run {
namespace {

struct TuneCommand {
  LoadOptions load;
  CompileChoices choices;
  TuneOptions options;
  JsonOutput json;
};

/// {"version", "model", "device", "database", "next", as writeTuning has it}
void writeJson(const TuneOptions &options, const TuneResult &result, llvm::json::OStream &json) {
  writeText(json, "model", options.modelName);
  json.attribute("device", options.device);
  writeText(json, "database", options.database);
  writeStrings(json, "next", {compileCommand(options)});
  writeTuning(json, result);
}

int tune(TuneCommand &command) {
  const double start = steadyNow();
  TuneOptions &options = command.options;
  options.floatOrder = command.choices.floatOrder;
  options.libraries = command.choices.libraries;
  if (Status status = checkTuning(options); !status.ok())
    usageError(status.message());
  const std::vector<std::string> sources = {options.modelName, command.load.weights};
  if (Status status = io::checkWritable(options.database, sources); !status.ok())
    return report(status);
  if (int code = checkJson(command.json, sources, options.database); code != Success)
    return code;
  auto model = loadFile(options.modelName, command.load);
  if (!model)
    return report(model.status());
  if (Status status = checkBatches(*model, options); !status.ok())
    usageError(status.message());
  auto result = tuneNetwork(*model, options, start);
  if (!result)
    return report(result.status());
  return report(tell(
      command.json, [&](auto &stream) { printTuning(*result, stream); },
      [&](auto &json) { writeJson(options, *result, json); }));
}

/// "1/4".
void setPart(TuneOptions &options, llvm::StringRef text) {
  const auto [part, parts] = text.split('/');
  if (part.getAsInteger(10, options.part) || parts.getAsInteger(10, options.parts))
    throw CLI::ValidationError("error", "--part=" + text.str() + ": expected K/N, as 0/4");
}

void addOptions(CLI::App &app, TuneCommand &command) {
  TuneOptions &options = command.options;
  options.modelName.clear();
  app.add_option("model", options.modelName, alternatives(formatExtensions()))->required();
  app.add_option("--device", options.device, "The device to measure on")->required();
  app.add_option("--database", options.database,
                 "The file that keeps measurements: it is made if there is none, and gone on with")
      ->type_name("FILE")
      ->required();
  app.add_option(
         "--batch", options.batches,
         "Batch sizes, separated by commas: one for each range that kernels are chosen for; "
         "1, 8, 32 and 128 by default")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->check(CLI::Range(1, 1 << 20))
      ->default_str("");
  app.add_option("--budget", options.budget,
                 "Seconds to spend; a later call goes on where this one ended")
      ->check(aboveZero());
  app.add_option_function<std::string>(
         "--part", [&options](const std::string &text) { setPart(options, text); },
         "Every N-th of the layers, from the K-th on: for N devices at once, whose databases qrun "
         "merge joins")
      ->type_name("K/N");
  app.add_option("--seed", options.seed, "Seed of the noise that is fed");
  addLoadOptions(app, command.load);
  addJsonOption(app, command.json);
  addCompileChoices(app, command.choices);
}

} // namespace

void addTune(CLI::App &app, int &code) {
  auto command = std::make_shared<TuneCommand>();
  CLI::App *own = app.add_subcommand("tune", "Measure which kernels are fastest");
  addOptions(*own, *command);
  own->callback([command, &code] { code = tune(*command); });
}

} // namespace qopt::run
