// Walks over dimensions, and where a tensor's elements lie in them: plain numbers, shared by the
// evaluator, the program format and the kernel emitter.
#pragma once

#include "runtime/numerics/types/fields.h"

#include <cstdint>
#include <vector>

namespace qrt {

/// A walk over up to eight dimensions: sizes, and for each tensor its strides
/// in elements (0 broadcasts) and the offset of its first element. Dimension 0
/// is the one that grows with the batch (its size is given at run time).
constexpr size_t maxRank = 8;

struct StridedWalk {
  std::vector<int64_t> sizes; // sizes[0]: for one unit of the batch extent
  bool operator==(const StridedWalk &) const = default;
};
QRT_FIELDS(StridedWalk, sizes)

struct StridedAccess {
  std::vector<int64_t> strides;
  int64_t offset = 0;
  bool operator==(const StridedAccess &) const = default;
};
QRT_FIELDS(StridedAccess, strides, offset)

} // namespace qrt
