// The flow of label.h on a compiled network: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/label/label.h"

namespace qopt::run {

/// One sample in a run, as pictures may differ in size.
struct LabelSettings : SampleOptions {
  LabelSettings() { batch = 1; }

  std::vector<std::string> classes; // names; none: numbers alone
  std::string classesName;
  int64_t top = 5;
  std::string output; // that holds the scores; empty: the only one, or the first
};

/// All but the commands and remarks.
qrt::Expected<LabelResult> labelSamples(const Contender &subject, const LabelSettings &settings);

} // namespace qopt::run
