// Repairs of a loaded model from samples.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/repairer.h"

namespace qopt::run {

struct ModelRepair {
  RepairReport report;
  size_t layers = 0; // that could be repaired
};

/// Repairs the module in place, and follows its layers' names, from `how.samples` of the samples,
/// taken from all over them (SampleSelection::spread); none are read where nothing is to be
/// measured.
qrt::Expected<ModelRepair> repairModel(Loaded &subject, const std::string &device,
                                       const CompileSettings &compile, RepairerOptions how,
                                       SampleOptions samples);

} // namespace qopt::run
