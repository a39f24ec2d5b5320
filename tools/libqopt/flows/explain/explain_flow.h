// The flow of explain.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/explain/explain.h"
#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

struct ExplainSettings : SampleOptions {
  std::vector<std::string> outputs; // that are explained, by name; none: all
  int64_t looks = ExplainOptions().looks;
  bool removes = false;
  std::string device = "host";
  CompileSettings compile;
};

qrt::Expected<ExplainResult> explainNetworks(const Loaded &floats, const Loaded &quantized,
                                             const ExplainSettings &settings);

} // namespace qopt::run
