// Samples that are unlike those of training, told before the long steps of a flow.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

/// Warns where values behind the first layer lie elsewhere, or spread otherwise, than the first
/// batch norm of the module says that they did in training, as lint-data finds it, and makes a note
/// of its weaker findings. It looks at 8 samples or more and at most 128, from all over them. The
/// module is as it was imported: one that was folded knows nothing. A Feeder tells what values show
/// by themselves.
qrt::Status warnOfUnlikeSamples(const Loaded &model, const std::string &device,
                                const CompileOptions &compile, const SampleOptions &samples);

} // namespace qopt::run
