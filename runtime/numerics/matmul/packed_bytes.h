// The size of packed weights in bytes.
#pragma once

#include "runtime/numerics/matmul/packed_weights.h"

#include <cstdint>

namespace qrt {

int64_t bytesOf(const PackedWeights &);

} // namespace qrt
