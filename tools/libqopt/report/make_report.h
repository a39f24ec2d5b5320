// The flow of report.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/report/report.h"

namespace qopt::run {

/// Names that commands use for the files: "" where there is none.
struct ReportWords {
  std::string floats, quantized, output, calibration, onnx, nodeData;
  LoadOptions load; // how the models are read
};

struct ReportInputs {
  Loaded floats;
  std::optional<Loaded> quantized;
  EvaluationOptions test; // its source null: nothing is run
  CompileSettings compile;
  ReportWords words;
};

/// Makes a report. Of `options` only what is not in `inputs` is read; remarks go to the models'
/// reports.
qrt::Expected<ReportResult> makeReport(ReportInputs inputs, const ReportOptions &options);

/// Empty, or what of the options cannot be.
std::string whyNoReport(const ReportOptions &options);

} // namespace qopt::run
