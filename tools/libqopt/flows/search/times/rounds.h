// Networks run in turn, so that what else a machine does falls on all of them alike.
#pragma once

#include "tools/libqopt/flows/feed/feeder.h"

namespace qopt::run {

struct NetworkRounds {
  std::vector<std::vector<double>> seconds; // of each network, one a round
  int64_t batch = 1;                        // samples in a run
  size_t count() const { return seconds.empty() ? 0 : seconds.front().size(); }
  double median(size_t network) const;
  /// The median of the rounds' ratios of their times.
  double ratio(size_t network, size_t to) const;
  /// Returns whether `network` is faster in more rounds than chance gives (two standard deviations
  /// of a fair coin's throws), and by 2 % or more as a median of the rounds' ratios.
  bool isSurelyFaster(size_t network, size_t than) const;
};

/// Runs all of them on the first samples, in an order that turns from round to round, until they
/// have run so many times each; the first two rounds do not count. Fails where the caller cancels.
qrt::Expected<NetworkRounds> runInRounds(llvm::ArrayRef<const Subject *> networks,
                                         const SampleOptions &samples, const Reports &reports,
                                         int64_t counted = 31);

} // namespace qopt::run
