// evaluate() runs a network on samples: it says how often the network is right, and what it loses
// against another one.
// For bindings as quantize.h says it.
#pragma once

#include "tools/libqopt/flows/eval/judged_network.h"
#include "tools/libqopt/flows/feed/sample_source.h"
#include "tools/libqopt/flows/reports/cancelled.h"
#include "tools/libqopt/flows/reports/flow_result.h"

namespace qopt {

struct EvaluateOptions {
  std::shared_ptr<const SampleSource> samples;
  SampleSelection selection;
  /// The class of each sample, be it selected or not. None: answers of `against` are what is right.
  std::vector<int64_t> labels;
  int64_t batch = 32;
  bool preprocessed = false;        // float samples are what the networks take
  Gates gates;                      // what no network may lose; `broken` has those that do not hold
  std::vector<std::string> outputs; // that are judged, by name; none: all
  /// The way outputs are judged: "classes", "embedding", "values"; empty: each as what it looks
  /// like.
  std::string judge;
  std::string device = "host";
  CompileOptions compile;
  std::string samplesName = "samples.npz", labelsName,
              againstName = "float.mlirbc"; // for messages and commands
  FlowHooks hooks;
};

/// If networks lose something, `next` has the commands that show where.
struct EvaluateResult : FlowResult {
  JudgedHow how;
  JudgedNetwork against;
  std::vector<JudgedNetwork> networks; // in their order, each beside `against`
};

/// A network, and what messages call it.
struct NamedNetwork {
  const Network *network;
  std::string name;
};

/// Judges networks beside `against`; there may be none where that alone is of interest. Fails where
/// samples do not fit, where an output is NaN, and where the caller cancels (wasCancelled).
qrt::Expected<EvaluateResult> evaluate(const Network &against,
                                       const std::vector<NamedNetwork> &networks,
                                       const EvaluateOptions &options);

} // namespace qopt
