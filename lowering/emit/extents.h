// Launch sizes from sizes that are linear in the batch. Where a quotient is
// not linear the result is an upper bound: kernels check their own bounds.
#pragma once

#include "runtime/format/program.h"

#include <optional>

namespace qopt {

/// Returns at least `extent`·factor, of multiple 1.
qrt::Extent timesExtent(const qrt::Extent &extent, int64_t factor);
/// Returns the product; none where both grow with N.
std::optional<qrt::Extent> timesExtent(const qrt::Extent &a, const qrt::Extent &b);
/// Returns at least ceil(extent / divisor), of multiple 1.
qrt::Extent divideExtent(const qrt::Extent &extent, int64_t divisor);
/// Returns `extent` rounded up to `multiple`.
qrt::Extent roundExtent(const qrt::Extent &extent, int64_t multiple);

} // namespace qopt
