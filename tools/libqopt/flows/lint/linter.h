// The flow of lint_data.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/lint/lint_data.h"

namespace qopt::run {

struct LintSettings : EvaluationOptions {
  std::string output; // that holds the scores; empty: the only one, or the first
  std::string device = "host";
  CompileSettings compile;
  /// All numbers that are given as labels, where they do not fit the samples.
  std::vector<int64_t> allLabels;
};

/// One pass over the samples, through the network with taps.
qrt::Expected<lint::Report> lintSamples(Loaded model, const LintSettings &settings);

} // namespace qopt::run
