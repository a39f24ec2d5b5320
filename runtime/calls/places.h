// The checks shared by calls whose results are coordinates and their number.
#pragma once

#include "runtime/calls/check.h"

namespace qrt {

/// Checks that results 0 and 1 are I64 and have room for the box `sizes` and for one number.
inline Status checkPlaces(const CallCheck &check, std::span<const Linear> sizes,
                          const StridedAccess &access) {
  if (check.resultType(0) != ElementType::I64 || check.resultType(1) != ElementType::I64)
    return invalidArgument("places that are not i64");
  QRT_RETURN_IF_ERROR(CallCheck::fits(Linear::constant(1), check.resultElements(1)));
  return CallCheck::box(sizes, access, check.resultElements(0));
}

} // namespace qrt
