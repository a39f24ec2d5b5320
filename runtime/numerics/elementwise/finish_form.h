// Scalar programs that kernels do on sums in their registers (finish.h).
#pragma once

#include "runtime/numerics/elementwise/register_program.h"
#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include <array>
#include <optional>

namespace qrt {

/// A number for each channel, by its position in Epilogue::channels, or one for all.
struct FinishLeaf {
  uint32_t channel = 0;
  const std::array<uint32_t, 16> *constant = nullptr; // RegisterProgram's
};
struct FinishForm {
  FinishKind kind;
  std::optional<uint32_t> bias; // a channel; none: zeros
  FinishLeaf scale;
  std::optional<FinishLeaf> shifts; // of a scale in fixed point
  float lower, upper, positive;
  int32_t zero = 0;
};

/// Returns the finish that equals the program, which reads one accumulator and channel vectors
/// only; none if it computes something else. It points into `registers`.
std::optional<FinishForm> finishFormOf(const ScalarProgram &program,
                                       const RegisterProgram &registers);

} // namespace qrt
