#include "tools/libqopt/flows/calibrate/calibrate.h"

#include "tools/libqopt/flows/calibrate/measure_ranges.h"
#include "tools/libqopt/memory.h"

using namespace qrt;

namespace qopt {

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
  run::CompileSettings compile;
  static_cast<CompileOptions &>(compile) = options.how.compile;
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
    return invalidArgument("calibrate: needs samples, in batches of one or more");
  if (!findCalibrationMethod(options.how.method))
    return invalidArgument("calibrate: no method '" + options.how.method + "'; there are " +
                           calibrationMethodNames());
  return orNoMemory("to calibrate " + options.modelName,
                    [&]() -> Expected<CalibrateResult> { return calibrated(network, options); });
}

} // namespace qopt
