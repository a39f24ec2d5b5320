// Scalar programs that need only two registers: a chain from the first loaded value, and one beside
// it. Their tiles are run with all values in vector registers. Most epilogues are such programs.
#pragma once

#include "runtime/numerics/elementwise/register_kernels.h"
#include "runtime/numerics/scalar/scalar_program.h"

#include <array>
#include <memory>
#include <vector>

namespace qrt {

class RegisterProgram {
public:
  /// Returns null if the program needs more registers or other operations.
  static std::unique_ptr<RegisterProgram> of(Isa isa, const ScalarProgram &program);

  /// Positions in ScalarProgram::inputs: of loads, whose columns must be contiguous; of channel
  /// vectors, whose rows must be one.
  std::vector<uint32_t> loads, channels;
  /// `load`: as in `loads`; `leaves`: constants, then channels.
  std::vector<RegisterStep> steps;
  std::vector<std::array<uint32_t, 16>> constants; // in every lane
  RegisterFn run = nullptr; // null where the kernels have none, or none of the result's type
};

} // namespace qrt
