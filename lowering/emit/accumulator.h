// What pools and reductions share.
#pragma once

#include "lowering/emit/launch.h"

namespace qopt {

/// What a reduction starts from, in the type that it joins in, as C text.
std::string initialValue(qrt::ReduceKind kind, qrt::ElementType type);

} // namespace qopt
