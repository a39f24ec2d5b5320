#include "tools/libqopt/flows/calibrate/calibrate.h"

#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/commands/words.h"
#include "tools/libqopt/flows/numbers/number_text.h"
#include "tools/libqopt/memory.h"

using namespace qrt;

namespace qopt {

static std::string commandOf(const CalibrateOptions &options, const run::SampleOptions &samples) {
  const CalibratorOptions &how = options.how;
  const CalibrationMethod &method = *findCalibrationMethod(how.method);
  const CalibrationSettings &settings = how.settings, usual;
  run::ShellCommand command("qrun calibrate");
  command.word(options.modelName);
  run::addSamples(command, samples);
  command.option("calibrator", how.method).option("scheme", nn::schemeName(settings.scheme));
  if (settings.bits != usual.bits)
    command.option("bits", std::to_string(settings.bits));
  if (method.readsPercentile && settings.percentile != usual.percentile)
    command.option("percentile", io::roundTrip(settings.percentile));
  if (method.readsClipWeight && settings.clipWeight != usual.clipWeight)
    command.option("clip-weight", io::roundTrip(settings.clipWeight));
  if (method.readsZeros && settings.skipsZeros)
    command.word("--skip-zeros");
  if (how.attention == AttentionForm::Integer)
    command.option("attention", "integer");
  run::addDevice(command, options.device);
  return command.word("-o").word(options.outputName).text();
}

static std::string quantizeCommand(const CalibrateOptions &options) {
  run::ShellCommand command("qopt");
  command.word(options.modelName);
  command.option("insert-quant", "calibration=" + options.outputName);
  return command.word("-o").word(run::besideFile(options.modelName, "int8.mlirbc")).text();
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
  run::SampleOptions samples;
  samples.data = options.samplesName;
  samples.source = options.samples;
  samples.batch = options.batch;
  samples.preprocessed = options.preprocessed;
  samples.selection = options.selection;
  result.commands = {commandOf(options, samples)};
  result.next = {quantizeCommand(options)};
  reports->command(result.commands.front());
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.how.compile;
  auto measured = run::measureRanges(*model, options.device, compile, options.how, samples);
  if (!measured)
    return measured.status();
  run::warnOfSamples(*model, options.samplesName, *measured);
  result.calibration = std::move(*measured);
  return result;
}

Expected<CalibrateResult> calibrate(const Network &network, const CalibrateOptions &options) {
  if (!options.samples || options.batch < 1)
    return invalidArgument("calibrate: needs samples, in batches of one or more");
  if (!findCalibrationMethod(options.how.method))
    return invalidArgument("calibrate: no method '" + options.how.method + "'; there are " +
                           calibrationMethodNames());
  return orNoMemory("to calibrate " + options.modelName,
                    [&]() -> Expected<CalibrateResult> { return calibrated(network, options); });
}

} // namespace qopt
