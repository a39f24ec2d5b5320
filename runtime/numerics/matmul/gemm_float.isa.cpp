// Matrix tiles in f32: fixed order (multiply, then add) and fast (fused).
#include "runtime/numerics/matmul/gemm_tile.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

template <class Step> struct FloatStep : Step {
  using Vec = VecF;
  using Unit = float;
};

} // namespace

void fillGemmFloat(GemmKernels &kernels) {
  kernels.vectorLanes = vectorLanes;
  kernels.maxVectors = maxPanelVectors;
  fillGemm<FloatStep<FixedStep>>(kernels, GemmFamily::F32Fixed);
  fillGemm<FloatStep<FastStep>>(kernels, GemmFamily::F32Fast);
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
