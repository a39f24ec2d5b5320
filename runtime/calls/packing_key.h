// Keys of packed weights: which calls pack theirs alike, whatever the sizes of what they are
// applied to (Packings of host.h).
#pragma once

#include "runtime/calls/storage.h"

#include <string>

namespace qrt {

/// The key with numbers behind it.
template <typename... Numbers> std::string keyOf(std::string key, Numbers... numbers) {
  ((key += " " + std::to_string(int64_t(numbers))), ...);
  return key;
}

/// What every packing reads: how the loop runs, and both factors' types.
inline std::string keyOf(std::string_view family, const Execution &execution, const Factor &input,
                         const Factor &packed) {
  return keyOf(std::string(family), execution.isa, execution.order, input.type.type,
               input.type.zeroPoint, packed.type.type, packed.type.zeroPoint,
               packed.zeroPoint.has_value());
}

} // namespace qrt
