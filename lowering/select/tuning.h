// Ranges of batches, and what was measured for them.
#pragma once

#include "lowering/kernels/choice.h"

#include <array>
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace qopt {

/// A range of batches, and the batch that it is chosen for.
struct Bucket {
  int64_t from = 1, typical = 1;
};
inline constexpr std::array<Bucket, 4> batchBuckets{{{1, 1}, {4, 8}, {16, 32}, {64, 128}}};

/// Measured choices, which override heuristics wherever they can still be taken.
struct TunedCall {
  std::string call;   // callKey
  std::string device; // tunedName
  int64_t from = 1;   // of a bucket
  auto operator<=>(const TunedCall &) const = default;
};
struct Tuning {
  std::map<TunedCall, std::vector<std::string>> choices; // textOf, the fastest first
};

} // namespace qopt
