// The call gives the coordinates of the elements that are not zero.
#pragma once

#include "runtime/calls/check.h"
#include "runtime/calls/host.h"
#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/walk.h"

#include <span>

namespace qrt {

/// The coordinates of the elements that are not zero, in row-major order. −0 is zero, NaN is not.
struct NonZeroShape {
  StridedAccess source; // of the tensor's dimensions
  StridedAccess places; // [dimension, found]
  bool operator==(const NonZeroShape &) const = default;
};
QRT_FIELDS(NonZeroShape, source, places)

/// Finds the elements; `type` is one that programs load, and `count` receives their number.
void findNonZero(const Execution &, const NonZeroShape &, std::span<const int64_t> sizes,
                 ElementType type, const void *source, int64_t *places, int64_t *count);

/// Writes a column of coordinates (I64) for each element found, −1 after the last one, and their
/// number.
struct NonZeroCall {
  static constexpr std::string_view family = "non_zero";
  static constexpr size_t results = 2;
  NonZeroShape shape;
  std::vector<Extent> sizes; // in the order in which places are told
  Operand input;
};
QRT_FIELDS(NonZeroCall, shape, sizes, input)

Status check(const CallCheck &, const NonZeroCall &);
void run(const HostRun &, const NonZeroCall &);

} // namespace qrt
