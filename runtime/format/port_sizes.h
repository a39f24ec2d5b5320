// How large the caller's tensors are.
#pragma once

#include "runtime/format/program.h"

namespace qrt {

/// The sizes of a port's tensor.
std::vector<Extent> portSizes(const Program &program, const Port &port);

} // namespace qrt
