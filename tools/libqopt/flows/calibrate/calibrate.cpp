#include "tools/libqopt/flows/calibrate/calibrate.h"

#include "tools/libqopt/flows/calibrate/choice_check.h"
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/commands/insert_quant.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/libqopt/flows/reports/run_flow.h"

using namespace qrt;

namespace qopt {

static std::string commandOf(const CalibrateOptions &options, const run::SampleOptions &samples) {
  const CalibratorOptions &how = options.how;
  run::ShellCommand command("qrun calibrate");
  command.word(options.modelName);
  run::addSamples(command, samples);
  run::addCalibration(command, how.method, how.settings, how.attention);
  if (!how.profile.empty())
    command.option("profile", how.profile);
  if (!how.limits.empty())
    command.option("limits", run::besideFile(options.outputName, "limits.json"));
  if (options.isPartial)
    command.word("--partial");
  run::addRun(command, options.device, how.compile);
  return command.word("-o").word(options.outputName).text();
}

static Expected<CalibrateResult> calibrated(const Network &network,
                                            const CalibrateOptions &options) {
  CalibrateResult result;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, result.remarks));
  auto model = run::Loaded::copyOf(network, options.modelName, reports);
  if (!model)
    return model.status();
  if (Status status = run::checkFloat(*model); !status.ok())
    return status;
  const run::SampleOptions samples = run::samplesOf(options);
  result.commands = {commandOf(options, samples)};
  result.next = {run::insertQuantCommand(options.modelName, options.outputName)};
  reports->command(result.commands.front());
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.how.compile;
  if (Status status = options.isPartial
                          ? Status()
                          : run::warnOfUnlikeSamples(*model, options.device, compile, samples);
      !status.ok())
    return status;
  auto measured = run::measureRanges(*model, options.device, compile, options.how, samples);
  if (!measured)
    return measured.status();
  if (!options.isPartial)
    run::warnOfSamples(*model, options.samplesName, *measured);
  result.calibration = std::move(*measured);
  return result;
}

Expected<CalibrateResult> calibrate(const Network &network, const CalibrateOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("calibrate: samples are missing, or the batch is below 1");
  if (std::string wrong = whyUnchoosable(options.how.method, options.how.settings); !wrong.empty())
    return invalidArgument("calibrate: " + wrong);
  if (!options.how.profile.empty() && !findCalibrationMethod(options.how.method)->needsHistogram)
    return invalidArgument("calibrate: leave the profile out, which has no effect on the method " +
                           options.how.method);
  return run::runFlow("to calibrate " + options.modelName, options,
                      [&](const CalibrateOptions &own) { return calibrated(network, own); });
}

} // namespace qopt
