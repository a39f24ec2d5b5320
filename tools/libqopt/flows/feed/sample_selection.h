// Selects samples of a set.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// Every n-th sample of a set, from its first on, or all the others; the first `most` of these.
/// Or those of a list.
struct SampleSelection {
  int64_t every = 1;
  bool others = false; // every > 1
  int64_t most = std::numeric_limits<int64_t>::max();
  /// Ascending; where it is there, the others say nothing.
  std::shared_ptr<const std::vector<int64_t>> chosen;

  /// Fails, by the set's name, where it says nothing that can be done: `every` below 1, or below 2
  /// where it leaves out; `most` below 1; `chosen` that does not ascend, or goes beyond the `all`
  /// samples of the set, where that is known; or where it selects none of them. The functions below
  /// are for what has been checked.
  qrt::Status check(const std::string &set, std::optional<int64_t> all) const;
  bool has(int64_t sample) const;
  /// Returns how many of the first `samples` are selected, without regard to `most`.
  int64_t countIn(int64_t samples) const;
  /// Returns the place in the set of the k-th sample that is selected.
  int64_t sampleAt(int64_t k) const;
  /// `count` of the `total` that are selected, from all over them: of so many equal parts one each,
  /// at a place that shifts from part to part, so that neither a set sorted by class nor one that
  /// deals classes out in turn shows only some. All of them where there are no more.
  SampleSelection spread(int64_t count, int64_t total) const;
  /// Returns how many samples from `sample` on, itself included, are selected, or are left out, as
  /// it is; at least 1.
  int64_t runFrom(int64_t sample) const;
};

} // namespace qopt
