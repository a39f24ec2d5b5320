// Finds what is wrong with samples, before it costs accuracy: mean, scale and order of channels,
// labels, copies, ranges still moving. qrun lint-data is this and a list. For bindings as
// quantize.h says it.
//
//   auto result = qopt::lintData(*network, options);
//   for (const qopt::lint::Finding &finding : result->report.findings)
//     … finding.name, finding.sample, finding.what, finding.remedy …
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/lint_data/finding.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct LintDataOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  /// The class of each sample, be it selected or not; another number of them is a finding.
  std::vector<int64_t> labels;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  std::string output;        // that holds the scores; empty: the only one, or the first
  std::string device = "host";
  CompileOptions compile;
  std::string modelName = "model.onnx", samplesName = "samples.npz",
              labelsName; // for messages and commands
  FlowHooks hooks;
};

/// If there are no errors, `next` has the command that calibrates.
struct LintDataResult : FlowResult {
  lint::Report report;
};

/// Samples of another shape than the network takes, and samples that hold NaN, are findings where
/// it can be said what is wrong. Fails where nothing can be said, where scores are no scores of
/// classes while there are labels, and where the caller cancels (wasCancelled).
qrt::Expected<LintDataResult> lintData(const Network &network, const LintDataOptions &options);

} // namespace qopt
