#include "tools/libqopt/report/report.h"

#include "tools/libqopt/flows/eval/judging_options.h"
#include "tools/libqopt/flows/reports/run_flow.h"
#include "tools/libqopt/report/commands.h"
#include "tools/libqopt/report/make_report.h"

using namespace qrt;

namespace qopt {

static run::ReportWords wordsOf(const ReportOptions &options) {
  run::ReportWords words;
  words.floats = options.floatName;
  words.output = options.outputName;
  if (options.calibration)
    words.calibration = options.calibrationName;
  return words;
}

static Expected<ReportResult> reported(const Network &floats, const Network *quantized,
                                       const ReportOptions &options) {
  std::vector<Remark> remarks;
  auto reports = std::make_shared<run::Reports>(run::keeping(options.hooks, remarks));
  if (Status status = reports->checkCancelled(); !status.ok())
    return status;
  auto model = run::Loaded::copyOf(floats, options.floatName, reports);
  if (!model)
    return model.status();
  run::ReportInputs inputs{
      std::move(*model), {}, run::judgingOptions(options), {}, wordsOf(options)};
  static_cast<CompileOptions &>(inputs.compile) = options.compile;
  if (quantized) {
    auto other = run::Loaded::copyOf(*quantized, options.quantizedName, reports);
    if (!other)
      return other.status();
    inputs.quantized.emplace(std::move(*other));
    inputs.words.quantized = options.quantizedName;
  }
  for (const std::string &command : run::reportCommands(inputs, options))
    reports->command(command);
  auto result = run::makeReport(std::move(inputs), options);
  if (result)
    result->remarks = std::move(remarks);
  return result;
}

Expected<ReportResult> report(const Network &floats, const Network *quantized,
                              const ReportOptions &options) {
  if (const std::string why = run::whyNoReport(options); !why.empty())
    return invalidArgument("report: " + why);
  if (Status status = run::checkJudge(options.judge); !status.ok())
    return status;
  if (!options.labels.empty() && !options.samples)
    return invalidArgument("report: labels are of samples, and there are none");
  return run::runFlow("for a report of " + options.floatName, options,
                      [&](const ReportOptions &own) { return reported(floats, quantized, own); });
}

} // namespace qopt
