// An index that data decide, outside its tensor: what a loop on the host tells of it.
#pragma once

#include "runtime/numerics/types/status.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <tuple>

namespace qrt {

/// What a run fails with whose guard met an index outside, on every device: where the index came
/// from, and what it was before it counted from an end, is not known there.
inline constexpr const char *indexFault = "an index lies outside its tensor";

/// The index as it was to be looked up: one from the end has the size added.
struct OutsideIndex {
  int64_t index, size;
  bool operator<(const OutsideIndex &other) const {
    return std::tie(index, size) < std::tie(other.index, other.size);
  }
};

/// Of all that threads meet the lowest, whoever is first.
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
