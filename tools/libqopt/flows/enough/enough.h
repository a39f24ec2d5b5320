// enough() says whether samples are enough to calibrate by: how far the range of each value would
// still move, and how many samples it takes.
// Bindings use it as quantize.h says.
//
//   qopt::EnoughOptions options;
//   options.samples = std::make_shared<MySamples>(…);
//   auto result = qopt::enough(*network, options);
//   if (!result->isEnough())
//     … result->needed …
#pragma once

#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct EnoughOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  int64_t batch = 32;
  bool preprocessed = false; // float samples are what the network takes
  /// A range is enough where another sample lies beyond it by more than `distance` of its width
  /// with no more than this chance.
  double distance = 0.05, chance = 0.01;
  std::string device = "host";
  CompileOptions compile;
  std::string modelName = "model.onnx", samplesName = "samples.npz"; // for messages and commands
  FlowHooks hooks;
};

struct RangeEstimate {
  std::string key; // of the value
  double min = 0, max = 0;
  double outside = 0; // the chance that another sample lies outside of the range
  double moves = 0;   // of its width, on average, with as many samples again
  double beyond = 0;  // the chance that another sample lies outside by more than `distance`
  int64_t needed = 0; // samples until that is `chance`
};

struct EnoughResult : FlowResult {
  int64_t samples = 0, needed = 0;   // needed: of the value that needs most
  std::vector<RangeEstimate> ranges; // who needs most comes first
  bool isEnough() const { return samples >= needed; }
};

/// Fails where samples do not fit, where a value mixes samples, where fewer than five are there,
/// and where the caller cancels (wasCancelled).
qrt::Expected<EnoughResult> enough(const Network &network, const EnoughOptions &options);

} // namespace qopt
