// The flow of gate.h on loaded networks: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/gate/gate.h"

namespace qopt::run {

struct GateSettings : SampleOptions {
  bool exact = false;
  double maxFlips = GateOptions().maxFlips, minSqnr = GateOptions().minSqnr;
  std::optional<double> maxSlowdown;
};

qrt::Expected<GateResult> gateSubjects(const Subject &before, const Subject &after,
                                       const GateSettings &settings);

} // namespace qopt::run
