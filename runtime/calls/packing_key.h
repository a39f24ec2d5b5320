// Keys of packed weights: calls with equal keys pack theirs alike, whatever the sizes of the
// tensors that they are applied to (Packings of host.h).
#pragma once

#include "runtime/calls/storage.h"

#include <string>

namespace qrt {

/// Returns the key with the numbers appended.
template <typename... Numbers> std::string keyOf(std::string key, Numbers... numbers) {
  ((key += " " + std::to_string(int64_t(numbers))), ...);
  return key;
}

/// Returns a key of what every packing depends on: instruction set, float order and both factors'
/// types.
inline std::string keyOf(std::string_view family, const Execution &execution, const Factor &input,
                         const Factor &packed) {
  return keyOf(std::string(family), execution.isa, execution.order, input.type.type,
               input.type.zeroPoint, packed.type.type, packed.type.zeroPoint,
               packed.zeroPoint.has_value());
}

} // namespace qrt
