#include "tools/libqopt/flows/lint/lint_data.h"

#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/lint/linter.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static run::LintSettings settingsOf(const LintDataOptions &options) {
  run::LintSettings settings;
  static_cast<run::EvaluationOptions &>(settings) = run::judgingOptions(options);
  settings.output = options.output;
  settings.device = options.device;
  static_cast<CompileOptions &>(settings.compile) = options.compile;
  settings.allLabels = options.labels;
  return settings;
}

static std::string commandOf(const LintDataOptions &options, const run::LintSettings &settings) {
  run::ShellCommand command("qrun lint-data");
  command.word(options.modelName);
  run::addSamples(command, settings);
  command.option("labels", options.labelsName);
  command.option("output-name", options.output);
  run::addRun(command, options.device, options.compile);
  return command.text();
}

static std::string calibrateCommand(const LintDataOptions &options,
                                    const run::LintSettings &settings) {
  run::ShellCommand command("qrun calibrate");
  command.word(options.modelName);
  run::addSamples(command, settings);
  run::addRun(command, options.device, options.compile);
  return command.word("-o").word(run::hereFile(options.modelName, "calibration.json")).text();
}

static Expected<LintDataResult> linted(const Network &network, const LintDataOptions &options) {
  LintDataResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  const run::LintSettings settings = settingsOf(options);
  result.commands = {commandOf(options, settings)};
  reports->command(result.commands.front());
  auto report = run::lintSamples(std::move(*model), settings);
  if (!report)
    return report.status();
  result.report = std::move(*report);
  if (result.report.count(lint::Severity::Error) == 0)
    result.next = {calibrateCommand(options, settings)};
  return result;
}

Expected<LintDataResult> lintData(const Network &network, const LintDataOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("lint-data: needs samples, in batches of one or more");
  return run::runFlow("to look at " + options.samplesName, options,
                      [&](const LintDataOptions &own) { return linted(network, own); });
}

} // namespace qopt
