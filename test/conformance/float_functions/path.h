// Whoever computes the functions: a loop of one instruction set, or a device
// that compiles their text as a kernel.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/types/status.h"
#include "test/conformance/float_functions/functions.h"

#include <memory>
#include <span>
#include <string>

namespace qrt::test {

class FunctionDevice {
public:
  virtual ~FunctionDevice() = default;
  virtual std::string name() const = 0;
  /// Called once for each function, before its runs.
  virtual Status prepare(const FloatFunction &) = 0;
  /// results[i] = f(the float with bits first + i·step).
  virtual Status runRange(uint32_t first, uint32_t step, std::span<float> results) = 0;
  /// results[i] = f(x[i], y[i]).
  virtual Status run(std::span<const float> x, std::span<const float> y,
                     std::span<float> results) = 0;
};

/// "opencl", "opencl:1", "opencl:gpu" or "cuda"; NotFound where there is none.
Expected<std::unique_ptr<FunctionDevice>> openFunctionDevice(std::string_view specification);
Expected<std::unique_ptr<FunctionDevice>> openClFunctions(std::string_view which);
Expected<std::unique_ptr<FunctionDevice>> cudaFunctions();

/// The kernels functionRange and functionValues of one function.
std::string kernelSourceOf(const FloatFunction &function);

/// At most this many results a run.
constexpr size_t largestRun = size_t(1) << 24;

/// One function on the host.
void runOnHost(Isa isa, const FloatFunction &function, std::span<const float> x,
               std::span<const float> y, std::span<float> results);

} // namespace qrt::test
