// Matrix tiles in f32: fixed order (multiply, then add) and fast (fused).
#include "runtime/numerics/matmul/gemm_tile.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

struct FixedStep {
  using Vec = VecF;
  using Unit = float;
  QRT_INLINE VecF step(VecF acc, VecF a, VecF b) { return acc + a * b; }
};

struct FastStep {
  using Vec = VecF;
  using Unit = float;
  QRT_INLINE VecF step(VecF acc, VecF a, VecF b) { return fusedMultiplyAdd(a, b, acc); }
};

} // namespace

void fillGemmFloat(Kernels &kernels) {
  kernels.vectorLanes = vectorLanes;
  kernels.maxVectors = maxPanelVectors;
  kernels.gemm[int(GemmFamily::F32Fixed)] = gemm<FixedStep>;
  kernels.gemm[int(GemmFamily::F32Fast)] = gemm<FastStep>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
