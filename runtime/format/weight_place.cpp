#include "runtime/format/weight_place.h"

namespace qrt {

/// Returns whether a shape, read from a file and not yet checked, has `size` elements.
static bool isSizeOf(const Shape &shape, int64_t size) {
  int64_t count = 1;
  for (int64_t one : shape)
    if (one < 0 || __builtin_mul_overflow(count, one, &count))
      return false;
  return count == size;
}

Status checkWeightPlaces(std::span<const WeightPlace> places, std::span<const Constant> constants) {
  for (const WeightPlace &place : places) {
    if (place.constants.empty() == place.why.empty())
      return invalidArgument("weight '" + place.name + "' both may be changed and may not");
    for (uint32_t index : place.constants) {
      if (index >= constants.size())
        return invalidArgument("weight '" + place.name + "' lies in a constant that is not there");
      const Tensor &value = constants[index].value;
      if (!value.data() || value.type() != place.type || !isSizeOf(place.shape, value.size()))
        return invalidArgument("weight '" + place.name + "' is not what its constant holds");
    }
  }
  return {};
}

} // namespace qrt
