// What is chosen for a call: a row and what the row leaves open, for each range of batches.
#pragma once

#include "lowering/kernels/row.h"

#include <array>
#include <compare>
#include <map>
#include <string>
#include <vector>

namespace qopt {

struct Choice {
  const KernelRow *row = nullptr;
  KernelParameters parameters;
  bool operator==(const Choice &) const = default;
};

/// As Launch::choice and snapshots spell it: "conv2d.mma {pixels 128, channels 64, …}".
std::string textOf(const Choice &choice);

/// Batches from this one on, until the next range.
struct BatchChoice {
  int64_t from = 1;
  Choice choice;
};
/// Ascending, the first from 1.
using Choices = std::vector<BatchChoice>;

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
