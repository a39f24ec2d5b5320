// A program describes the caller's tensors as far as it knows them.
#pragma once

#include "runtime/format/program.h"
#include "runtime/numerics/types/port.h"

namespace qrt {

/// Name, type and sizes, in the caller's order; an artifact's index says the rest.
PortDescription<Extent> descriptionOf(const Program &program, const PortBuffer &port);

} // namespace qrt
