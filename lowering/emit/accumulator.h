// What pools and reductions share.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// What a reduction starts from, in the type that it joins in, as C text.
std::string initialValue(qrt::ReduceKind kind, qrt::ElementType type);
/// How many runs of `width` cover `count` values.
int64_t runs(int64_t count, int64_t width);

} // namespace qopt
