// Limits the memory that the steps from a float network to integers take beside the networks
// themselves. Results do not depend on it.
#pragma once

#include <cstdint>

namespace qopt {

class CompiledModel;

/// Bytes, each of what is held at one time.
struct MemoryBudget {
  static constexpr int64_t mebibyte = int64_t(1) << 20;

  /// For one run that measures: what the device holds for it, and the tensors that it returns. Runs
  /// take fewer samples than the batch where it would be more; one sample takes what it takes.
  int64_t run = 32 * mebibyte;
  /// For sums that a repair takes in one pass over the samples. A layer that needs more has a pass
  /// of its own; rounding a layer takes as much as its sums once more, on each thread.
  int64_t sums = 128 * mebibyte;
  /// For answers of the float network that a judge keeps. Where there are more, it runs once more
  /// beside each network that is judged.
  int64_t answers = 64 * mebibyte;
};

/// The largest of `wanted`, its half, the half of that … and 1 of which a run keeps within `bytes`.
/// `wanted` where the batch is fixed, and where nothing is known yet, as of a model of which
/// programs are made as shapes come.
int64_t batchWithin(const CompiledModel &model, int64_t bytes, int64_t wanted);

} // namespace qopt
