// Samples that are unlike those of training, told before the long steps of a flow.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// Warns where values behind the first layer lie elsewhere, or spread otherwise, than the first
/// batch norm of the module says that they did in training, as lint-data finds it, and makes a note
/// of its weaker findings; of at most 128 samples from all over them, and of no fewer than 8. The
/// module is as it was imported: one that was folded knows nothing. What values say by themselves
/// is a Feeder's to tell.
qrt::Status warnOfUnlikeSamples(const Loaded &model, const std::string &device,
                                const CompileOptions &compile, const SampleOptions &samples);

} // namespace qopt::run
