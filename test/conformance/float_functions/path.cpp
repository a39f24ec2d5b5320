#include "test/conformance/float_functions/path.h"

#include "lowering/kernels/kernel_text.h"
#include "runtime/numerics/elementwise/lane_kernels.h"

namespace qrt::test {

void runOnHost(Isa isa, const FloatFunction &function, std::span<const float> x,
               std::span<const float> y, std::span<float> results) {
  LaneFn lane = laneKernels(isa).lane[int(function.op)][int(ScalarType::F32)];
  lane(results.data(), x.data(), y.data(), nullptr, int64_t(results.size()));
}

std::string kernelSourceOf(const FloatFunction &function) {
  std::string text = qopt::kernelPrelude(qopt::floatFunctionsIn(function.kernelText));
  text += "#define FUNCTION(x, y) " + std::string(function.kernelText) + "\n";
  return text + R"(
KERNEL functionRange(GLOBAL f32 *results, u32 first, u32 step, u32 count) {
  const u32 i = (u32)GLOBAL_ID(0);
  if (i < count)
    results[i] = FUNCTION(AS_F32(first + i * step), 0.0f);
}
KERNEL functionValues(GLOBAL_CONST f32 *xs, GLOBAL_CONST f32 *ys, GLOBAL f32 *results, u32 count) {
  const u32 i = (u32)GLOBAL_ID(0);
  if (i < count)
    results[i] = FUNCTION(xs[i], ys[i]);
}
)";
}

Expected<std::unique_ptr<FunctionDevice>> openFunctionDevice(std::string_view specification) {
  if (specification == "cuda")
    return cudaFunctions();
  if (specification == "opencl")
    return openClFunctions("0");
  if (specification.starts_with("opencl:"))
    return openClFunctions(specification.substr(7));
  return invalidArgument("--device=" + std::string(specification) +
                         ": host, opencl, opencl:INDEX, opencl:gpu or cuda");
}

} // namespace qrt::test
