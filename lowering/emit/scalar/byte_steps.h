// ByteSteps describes the end of a scalar program that rounds a number to bytes.
#pragma once

#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qopt {

/// rint(value) + zero, bounded: what packSteps (tensor_core.h) makes of four, if they are numbers.
struct ByteSteps {
  int low, high, zero;
  uint16_t value;
};
std::optional<ByteSteps> byteStepsOf(const qrt::ScalarProgram &program);

} // namespace qopt
