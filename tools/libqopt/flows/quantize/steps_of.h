// The options of a flow that calibrates and judges ask for steps towards integers; both such flows
// read them here.
#pragma once

#include "tools/libqopt/flows/feed/samples_of.h"
#include "tools/libqopt/flows/quantize/quantizer.h"

#include <algorithm>

namespace qopt::run {

/// Checks that samples can be dealt out as options ask; `flow` begins the message.
template <typename Options>
qrt::Status checkSteps(const std::string &flow, const Options &options) {
  if (!options.samples)
    return qrt::invalidArgument(flow + ": no samples are given, which ranges come from");
  if (options.every < 0)
    return qrt::invalidArgument(flow + ": one sample in " + std::to_string(options.every) +
                                " cannot be taken; 0 leaves the choice to the flow");
  if (options.every == 1 && !options.test)
    return qrt::invalidArgument(flow + ": every sample calibrates, and none is left to judge by: "
                                       "give samples to judge by, or take one in 2 or more; 0 "
                                       "leaves the choice to the flow");
  return options.batch < 1 ? qrt::invalidArgument(flow + ": a batch is of one sample or more")
                           : qrt::Status();
}

/// All but the recipe and the name of what comes out. `every` of 0 leaves the choice to
/// partSamples.
template <typename Options> QuantizerOptions stepsOf(const Options &options) {
  QuantizerOptions steps;
  steps.model = options.modelName;
  steps.device = options.device;
  static_cast<CompileOptions &>(steps.compile) = options.compile;
  steps.samples = samplesOf(options);
  steps.samples.selection.every = std::max<int64_t>(1, options.every);
  return steps;
}

} // namespace qopt::run
