// A program has these to measure: calls that may run in several ways.
#pragma once

#include "lowering/select/select.h"

namespace qopt {

/// A call, whatever its layers are called, for a range of batches.
struct TuningProblem {
  TunedCall key;
  int64_t batch = 1;              // at which it is measured
  std::optional<int64_t> next;    // where another range begins
  std::vector<uint32_t> nodes;    // that compute it
  std::vector<Choice> candidates; // two or more, that of heuristics for the range first
};

/// The bucket that `batch` lies in.
size_t bucketOf(int64_t batch);

/// Problems of `calls` (lowerToCalls), each range of batches at one of `batches`, in the order of
/// nodes. What does not grow with the batch has one range.
std::vector<TuningProblem> tuningProblems(const qrt::Program &calls,
                                          const qrt::DeviceDescription &device,
                                          std::span<const int64_t> batches);

} // namespace qopt
