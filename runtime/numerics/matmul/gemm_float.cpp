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

void fillGemmFloat(Kernels &kernels) {
  kernels.vectorLanes = vectorLanes;
  kernels.maxVectors = maxPanelVectors;
  kernels.gemm[int(GemmFamily::F32Fixed)] = gemm<FloatStep<FixedStep>>;
  kernels.gemm[int(GemmFamily::F32Fast)] = gemm<FloatStep<FastStep>>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
