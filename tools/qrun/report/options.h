// The options of `qrun report`.
#pragma once

#include "tools/libqopt/report/make_report.h"
#include "tools/qrun/command/json_document.h"
#include "tools/qrun/feed/model.h"

namespace qopt::run {

struct ReportCommand {
  std::string floats, quantized, output; // files; quantized may be ""
  std::string calibration;               // a table's file, or ""
  std::string attention = "float";
  std::string onnx, nodeData; // further files, or ""
  JsonOutput json;
  LoadOptions load;
  EvaluationOptions test; // data: "" where nothing is run
  CompileChoices choices;
  ReportOptions options;
};

void addReportOptions(CLI::App &command, ReportCommand &asked);
/// Refuses options that cannot be, before anything is read. Returns an exit code, after a message
/// where it is not Success.
int check(const ReportCommand &asked);

} // namespace qopt::run
