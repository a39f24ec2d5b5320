// Weights as the host's products read them.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/large_pages.h"

#include <memory>

namespace qrt {

/// Weights (or B matrices) rearranged for one ISA path and float order.
class PackedWeights;
using PackedWeightsPtr = std::shared_ptr<const PackedWeights>;

} // namespace qrt
