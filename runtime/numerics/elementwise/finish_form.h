// Scalar programs that kernels do on sums in their registers (finish.h).
#pragma once

#include "runtime/numerics/elementwise/register_program.h"
#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include <optional>

namespace qrt {

struct FinishForm {
  FinishKind kind;
  std::optional<uint32_t> bias; // positions in ScalarProgram::channels; none: zeros
  uint32_t scale = 0;
  std::optional<uint32_t> shifts; // of a scale in fixed point
  float lower, upper, positive;
  int32_t zero = 0;
};

/// Returns the finish that equals the program, which reads one accumulator and channel vectors
/// only; none if it computes something else.
std::optional<FinishForm> finishFormOf(const ScalarProgram &program,
                                       const RegisterProgram &registers);

} // namespace qrt
