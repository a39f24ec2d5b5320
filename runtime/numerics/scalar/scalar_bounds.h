// Integer bounds inside scalar programs: which do nothing, and which another
// bound can take over. Internal to the builder.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qrt {

/// All values that an integer value of a program may have lie within.
struct IntegerInterval {
  int64_t low, high;
};
IntegerInterval intervalOf(const ScalarProgram &program, uint16_t value);

/// A quantized value, F32ToI32(MinF(MaxF(steps, low), high)) with constants.
struct QuantizedSteps {
  uint16_t steps;
  float low, high;
};
std::optional<QuantizedSteps> quantizedSteps(const ScalarProgram &program, uint16_t value);

} // namespace qrt
