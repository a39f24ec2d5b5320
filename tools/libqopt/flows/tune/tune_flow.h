// The flow of tune.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/feed/subject.h"
#include "tools/libqopt/flows/tune/tune.h"

namespace qopt::run {

/// Fails, with a message that begins with the option's name, for two batches of one range, and for
/// the reference.
qrt::Status checkTuning(const TuneOptions &options);
/// Fails where batches are given of a network that has one of its own.
qrt::Status checkBatches(const Loaded &model, const TuneOptions &options);

/// All but the commands and remarks; the budget's seconds are counted from `start` on
/// (steady_clock.h), the network being loaded in them. Options are checked.
qrt::Expected<TuneResult> tuneNetwork(const Loaded &model, const TuneOptions &options,
                                      double start);

/// Returns the build whose kernels are measured, as rows of databases name it.
std::string tunedBuild();

/// The command that compiles with the database.
std::string compileCommand(const TuneOptions &options);

} // namespace qopt::run
