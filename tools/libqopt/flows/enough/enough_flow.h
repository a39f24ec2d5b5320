// The flow of enough.h on a module: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/enough/enough.h"
#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

struct EnoughSettings : SampleOptions {
  double distance = EnoughOptions().distance, chance = EnoughOptions().chance;
  std::string device = "host";
  CompileSettings compile;
};

qrt::Expected<EnoughResult> measureEnough(Loaded network, const EnoughSettings &settings);

} // namespace qopt::run
