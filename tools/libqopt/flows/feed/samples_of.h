// The options of a flow name its samples; all flows read them here.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// Options have `samples`, absent or not, `samplesName`, `batch` and `preprocessed`, and most have
/// a `selection`.
template <typename Options> SampleOptions samplesOf(const Options &options) {
  SampleOptions samples;
  samples.data = options.samples ? options.samplesName : "";
  samples.source = options.samples;
  samples.batch = options.batch;
  samples.preprocessed = options.preprocessed;
  if constexpr (requires { options.selection; })
    samples.selection = options.selection;
  return samples;
}

} // namespace qopt::run
