// The flow of report.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/report/report.h"

namespace qopt::run {

struct ReportInputs {
  Loaded floats;
  std::optional<Loaded> quantized;
  EvaluationOptions test; // its source null: nothing is run
  CompileSettings compile;
};

/// Of `options` what is not in `inputs`; remarks go to the models' reports.
qrt::Expected<ReportResult> makeReport(ReportInputs inputs, const ReportOptions &options);

/// Empty, or what of the options cannot be.
std::string whyNoReport(const ReportOptions &options);

} // namespace qopt::run
