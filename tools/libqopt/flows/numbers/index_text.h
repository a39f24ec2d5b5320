// Places of elements as people read them.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <string>

namespace qopt::run {

/// "[0,3,1,2]" of a flat index.
std::string indexToString(int64_t flat, const qrt::Shape &shape);

} // namespace qopt::run
