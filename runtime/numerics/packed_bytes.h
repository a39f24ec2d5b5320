// What packed weights take.
#pragma once

#include <cstdint>

namespace qrt {

class PackedWeights;
int64_t bytesOf(const PackedWeights &);

} // namespace qrt
