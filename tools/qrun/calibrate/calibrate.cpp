// qrun calibrate: the range of every value over a set of samples.
#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/flows/layers/layers.h"
#include "tools/libqopt/flows/lint/unlike_samples.h"
#include "tools/qrun/calibrate/table_file.h"
#include "tools/qrun/calibrate/table_report.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/command/subcommands.h"
#include "tools/qrun/feed/sample_files.h"

#include "passes/calibrate/tables/native.h"
#include "passes/quantize/policy/profile.h"
#include "tools/io/file.h"

#include <CLI/App.hpp>

using namespace qrt;

namespace qopt::run {
namespace {

struct CalibrateCommand : SampleOptions {
  LoadOptions load;
  CompileChoices choices;
  std::string model, output, device = "host", method = "min-max", scheme = "mixed", limits,
                             attention = "float", profile;
  CalibrationSettings settings;
  bool partial = false;
  JsonOutput json;
};

/// {"version", "model", "output", "device", as writeCalibration has it}
void writeJson(const CalibrateCommand &options, const Calibration &calibration,
               llvm::json::OStream &json) {
  writeText(json, "model", options.model);
  writeText(json, "output", options.output);
  json.attribute("device", options.device);
  writeCalibration(json, calibration);
}

int write(const CalibrateCommand &options, Calibration calibration) {
  if (!options.partial)
    calibration.statistics.clear();
  Status status = io::writeText(
      options.output, [&](llvm::raw_ostream &stream) { writeNativeTable(stream, calibration); });
  if (status.ok())
    status =
        writeDocument(options.json, [&](auto &json) { writeJson(options, calibration, json); });
  return report(status);
}

Expected<Calibration> calibrationFor(const CalibrateCommand &options) {
  CalibratorOptions how{
      options.method, options.settings, {}, {}, *attentionFormOf(options.attention)};
  how.profile = options.profile;
  auto subject = loadFor(SampleFiles(options.data), options.model, options.load);
  if (!subject)
    return subject.status();
  if (Status status = checkFloat(*subject); !status.ok())
    return status;
  if (!options.limits.empty()) {
    auto limits = readCalibration(options.limits, *subject->module);
    if (!limits)
      return limits.status();
    how.limits = limits->ranges;
  }
  const CompileSettings compile = compileOptions(options.choices);
  if (Status status = options.partial
                          ? Status()
                          : warnOfUnlikeSamples(*subject, options.device, compile, options);
      !status.ok())
    return status;
  auto calibration = measureRanges(*subject, options.device, compile, std::move(how), options);
  if (calibration && !options.partial) // of a part little is to be expected
    warnOfSamples(*subject, options.data, *calibration);
  return calibration;
}

int calibrate(const CalibrateCommand &options) {
  if (!findCalibrationMethod(options.method))
    usageError("--calibrator=" + options.method + ": there are " + calibrationMethodNames());
  if (!options.limits.empty() && !findCalibrationMethod(options.method)->needsHistogram)
    usageError("--limits is for calibrators that count magnitudes, which " + options.method +
               " does not");
  if (options.partial && !findCalibrationMethod(options.method)->range)
    usageError("--partial is for calibrators whose parts merge, not " + options.method +
               ", which needs all samples together");
  const std::vector<std::string> sources = {options.model, options.load.weights, options.data,
                                            options.limits};
  if (int code = checkTableOutput(options.output, sources); code != Success)
    return code;
  if (int code = checkJson(options.json, sources, options.output); code != Success)
    return code;
  auto calibration = calibrationFor(options);
  return calibration ? write(options, std::move(*calibration)) : report(calibration.status());
}

} // namespace

void addCalibrate(CLI::App &app, int &code) {
  auto options = std::make_shared<CalibrateCommand>();
  CLI::App *command =
      app.add_subcommand("calibrate", "Measure the range of every value over a set of samples");
  command->add_option("model", options->model, alternatives(formatExtensions()))->required();
  addSampleOptions(*command, *options)->required();
  command->add_option("-o,--output", options->output, "The calibration file (JSON)")->required();
  command->add_option("--calibrator", options->method, calibrationMethodNames());
  command
      ->add_option("--scheme", options->scheme,
                   "The quantization scheme that ranges are chosen for, by mse and percentile: "
                   "signs, signed, affine or mixed")
      ->check([](const std::string &name) {
        return nn::parseScheme(name)
                   ? ""
                   : "no scheme '" + name + "'; there are signs, signed, affine, mixed";
      });
  command
      ->add_option("--bits", options->settings.bits,
                   "Bits of the integers that mse chooses ranges for")
      ->check(oneOf({8, 16}));
  command
      ->add_option("--percentile", options->settings.percentile,
                   "percentile: percent of all values that the range holds")
      ->check(CLI::Range(50.0, 100.0));
  command
      ->add_option("--clip-weight", options->settings.clipWeight,
                   "mse, auto: weight of the error of a value that is cut off")
      ->check(CLI::Range(0.001, 1000.0));
  command->add_flag("--skip-zeros", options->settings.skipsZeros,
                    "entropy: zeros, which are exact in any range, do not count");
  command
      ->add_option("--attention", options->attention,
                   "The form of attention that is planned: float, or integer, for which its "
                   "probabilities are measured, too")
      ->check(CLI::IsMember({"float", "integer"}));
  command
      ->add_option("--profile", options->profile,
                   "percentile, mse, entropy, auto: the profile of --insert-quant that ranges are "
                   "for; values that it gives no steps of their own keep min-max")
      ->check([](const std::string &name) {
        return findProfile(name) ? "" : "no profile '" + name + "'; there are: " + profileNames();
      });
  command->add_option("--limits", options->limits,
                      "A calibration table: magnitudes are counted as far as its ranges reach");
  command->add_flag("--partial", options->partial, "Keep statistics, for qrun merge");
  command->add_option("--device", options->device, "The device to run on");
  addLoadOptions(*command, options->load);
  addJsonOption(*command, options->json);
  addCompileChoices(*command, options->choices);
  command->callback([options, command, &code] {
    options->settings.scheme = *nn::parseScheme(options->scheme);
    const CalibrationMethod *method = findCalibrationMethod(options->method);
    for (auto [name, counts] : {std::pair("--percentile", &CalibrationMethod::readsPercentile),
                                {"--clip-weight", &CalibrationMethod::readsClipWeight},
                                {"--skip-zeros", &CalibrationMethod::readsZeros}})
      if (method && command->count(name) && !(method->*counts))
        usageError(std::string(name) + " has no effect on --calibrator=" + options->method);
    if (method && !method->needsHistogram && !options->profile.empty())
      usageError("--profile has no effect on --calibrator=" + options->method);
    code = calibrate(*options);
  });
}

} // namespace qopt::run
