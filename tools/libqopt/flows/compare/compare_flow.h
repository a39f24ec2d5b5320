// The flow of compare.h on modules: what the function and the command share.
#pragma once

#include "tools/libqopt/flows/compare/compare.h"
#include "tools/libqopt/flows/feed/feeder.h"
#include "tools/libqopt/flows/feed/given_arrays.h"

namespace qopt::run {

/// One of the two, as it was loaded, and where it is to run.
struct ComparedNetwork {
  Loaded model;
  std::string device;
  CompileSettings compile;
};

/// Samples without a source: arrays, or else noise.
struct CompareSettings : SampleOptions {
  CompareSettings() { batch = 8; }

  uint64_t seed = 1;
  bool outputsAlone = false, allowsNan = false;
  /// Returns what a network is fed, prepared, in the order of its inputs; absent: samples, or
  /// noise.
  std::function<qrt::Expected<std::vector<qrt::Tensor>>(const Subject &subject)> readArrays;

  bool feedsNoise() const { return !readArrays && !source; }
};

/// Remarks go to the first network's reports.
qrt::Expected<CompareResult> compareNetworks(ComparedNetwork first, ComparedNetwork second,
                                             const CompareSettings &settings);

} // namespace qopt::run
