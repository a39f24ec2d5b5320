// The options of a flow say what judges networks; all flows that judge read them here.
#pragma once

#include "tools/libqopt/flows/eval/sample_labels.h"
#include "tools/libqopt/flows/feed/samples_of.h"

namespace qopt::run {

/// Returns the options of judging. Where options have a `test`, beside samples that calibrate, it
/// judges if it is there; else the samples do. All outputs are judged where the options name none.
template <typename Options> EvaluationOptions judgingOptions(const Options &options) {
  EvaluationOptions test;
  if constexpr (requires { options.test; }) {
    test.data = options.test ? options.testName : "";
    test.source = options.test;
  } else {
    static_cast<SampleOptions &>(test) = samplesOf(options);
  }
  if constexpr (requires { options.outputs; })
    test.outputs = options.outputs;
  if constexpr (requires { options.judge; })
    test.judge = outputKindOf(options.judge);
  test.labels = options.labelsName;
  if (!options.labels.empty())
    test.readLabels = labelsAtHand(options.labels);
  return test;
}

/// Refuses a `judge` that names no kind of outputs; it may be empty.
inline qrt::Status checkJudge(const std::string &judge) {
  if (judge.empty() || outputKindOf(judge))
    return {};
  return qrt::invalidArgument("--judge=" + judge + ": outputs are judged as " + outputKindNames());
}

/// Refuses a bound on the drop without labels; `flow` begins the message.
template <typename Options> qrt::Status checkDrop(const std::string &flow, const Options &options) {
  if (!options.gates.maxDrop || !options.labels.empty())
    return {};
  return qrt::invalidArgument(flow + ": a bound on the drop needs labels to tell right from wrong; "
                                     "maxFlips needs none");
}

} // namespace qopt::run
