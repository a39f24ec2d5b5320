// The error of a data-dependent index that lies outside its tensor, as loops on the host report it.
#pragma once

#include "runtime/numerics/types/status.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>

namespace qrt {

/// The message of a run whose guard met an index outside, on every device: the index's origin, and
/// its value before a negative one was counted from the end, are not known there.
inline constexpr const char *indexFault = "an index lies outside its tensor";

/// An index as it was looked up: a negative one already has the size added.
struct OutsideIndex {
  int64_t index, size;
  bool operator<(const OutsideIndex &other) const {
    return std::tie(index, size) < std::tie(other.index, other.size);
  }
};

/// Collects the faults of several threads and keeps the lowest index, so that the message does not
/// depend on which thread came first.
class IndexFault {
public:
  void meet(OutsideIndex one) {
    std::lock_guard lock(guard);
    lowest = lowest ? std::min(*lowest, one) : one;
  }
  Status status() const {
    if (!lowest)
      return {};
    std::string index = std::to_string(lowest->index), size = std::to_string(lowest->size);
    return invalidArgument(std::string(indexFault) + ": " + index + " is not in [0, " + size +
                           (lowest->index < 0 ? "), even from the end" : ")"));
  }

private:
  std::mutex guard;
  std::optional<OutsideIndex> lowest;
};

} // namespace qrt
