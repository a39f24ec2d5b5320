// The tail of a value's extremes, one of each sample: how far a range would still move.
#pragma once

#include <cstdint>
#include <span>

namespace qopt::run {

/// One end of a range. Distances are in the value's unit.
struct Tail {
  double end = 0;           // the largest of all
  double scale = 0;         // mean distance by which the largest few lie beyond the next one
  bool wasRepeated = false; // several samples have the largest: it is a bound, as 255 of bytes is
  int64_t samples = 0;

  /// Returns the chance that another sample lies beyond the end: Good and Turing's, the part of
  /// samples that were seen once among those that made the end.
  double chance() const;
  /// Returns the chance that another sample lies beyond the end by more than `distance`, if these
  /// samples were `samples`.
  double chanceBeyond(double distance, double samples) const;
  /// Returns how far the end moves, on average, with as many samples again.
  double moveAtTwice() const;
};

/// Returns the tail of `largest`, the largest value of each sample, in any order. Beyond the
/// largest few the tail is taken to fall as an exponential does: the mean distance of the k largest
/// to the next one is its scale, which for the largest of 1 / (1 − F) has no bias (Rényi's
/// representation of spacings). k is the root of their number, 3 at least.
Tail tailOf(std::span<const float> largest);

/// Returns how many samples it takes until another one lies beyond either end by more than
/// `distance` with no more than this chance.
int64_t samplesFor(const Tail &low, const Tail &high, double distance, double chance);

} // namespace qopt::run
