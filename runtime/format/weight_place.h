// Where a network's weights lie in a program that was compiled of it: what of them may be changed
// without the compiler, by name (docs/decisions/runtime/refit.md).
#pragma once

#include "runtime/calls/storage.h"
#include "runtime/numerics/types/status.h"

#include <span>
#include <string>
#include <vector>

namespace qrt {

/// A constant of the network: nn.constant's name, type and shape, dense and row-major. Integers
/// are stored steps, whose scale and zero point stay as they were compiled.
struct WeightPlace {
  std::string name;
  std::string layer; // the first that reads it, for messages
  ElementType type = ElementType::F32;
  Shape shape;
  /// In Program::constants, which hold the same bytes, some in another shape; several names may
  /// have one. None: it is not changed alone.
  std::vector<ConstantIndex> constants = {};
  std::string why = {}; // it is not changed alone; "" where it may be
  /// What its integers may be, for what was proved of sums; both 0 for floats, which are finite.
  int64_t low = 0, high = 0;
};
QRT_FIELDS(WeightPlace, name, layer, type, shape, constants, why, low, high)

/// Each constant that a place names is of its type and size.
Status checkWeightPlaces(std::span<const WeightPlace> places, std::span<const Constant> constants);

} // namespace qrt
