// The places of a network's weights in a compiled program, and the limits within which they can be
// changed by name without the compiler (docs/decisions/runtime/refit.md).
#pragma once

#include "runtime/calls/storage.h"
#include "runtime/numerics/types/status.h"

#include <span>
#include <string>
#include <vector>

namespace qrt {

/// A constant of the network: nn.constant's name, type and shape, dense and row-major. Integers are
/// quantized values, whose scale and zero point stay as compiled.
struct WeightPlace {
  std::string name;
  std::string layer; // the first that reads it, for messages
  ElementType type = ElementType::F32;
  Shape shape;
  /// The indices in Program::constants of the constants with these bytes, some in another shape;
  /// several names may share one. If empty, the weight cannot be changed alone.
  std::vector<ConstantIndex> constants = {};
  std::string why = {}; // it is not changed alone; "" where it may be
  /// The range of its integers for which the sums were proved; both 0 for floats, which are finite.
  int64_t low = 0, high = 0;
};
QRT_FIELDS(WeightPlace, name, layer, type, shape, constants, why, low, high)

/// Checks that each constant that a place names has the place's type and size.
Status checkWeightPlaces(std::span<const WeightPlace> places, std::span<const Constant> constants);

} // namespace qrt
