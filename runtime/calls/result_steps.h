// Where a call writes, for calls that may write a part of a buffer: who joins a concatenation's
// parts writes beside others.
#pragma once

#include "runtime/numerics/types/extent.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qrt {

/// Steps through a buffer: how many, how far apart.
struct Step {
  Extent count;
  int64_t stride = 0;
};

/// The elements of one result that are written: from `offset` on, by every step.
struct ResultSteps {
  size_t result = 0; // which of the call's results
  int64_t offset = 0;
  std::vector<Step> steps;
};

} // namespace qrt
