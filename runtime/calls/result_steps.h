// The elements that a call writes, for calls that may write a part of a buffer: the calls that
// write a concatenation's parts share its buffer.
#pragma once

#include "runtime/numerics/types/extent.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace qrt {

/// Steps through a buffer: their number and their distance in elements.
struct Step {
  Extent count;
  int64_t stride = 0;
};

/// The elements of one result that are written: from `offset` on, in every combination of steps.
struct ResultSteps {
  size_t result = 0; // which of the call's results
  int64_t offset = 0;
  std::vector<Step> steps;
};

} // namespace qrt
