#include "runtime/numerics/execution/kernels.h"

namespace qrt {

// Each set fills its table with code compiled for it, so only a machine that has the set may call
// it.
#define QRT_TABLE(ns)                                                                              \
  []() -> const Kernels & {                                                                        \
    static const Kernels table = [] {                                                              \
      Kernels kernels{};                                                                           \
      ns::fillLanes(kernels);                                                                      \
      ns::fillRegisterTiles(kernels);                                                              \
      ns::fillTranslate(kernels);                                                                  \
      ns::fillInterleave(kernels);                                                                 \
      ns::fillGemmFloat(kernels);                                                                  \
      ns::fillGemmInteger(kernels);                                                                \
      ns::fillTaps(kernels);                                                                       \
      ns::fillFolds(kernels);                                                                      \
      ns::fillDepthwise(kernels);                                                                  \
      ns::fillDepthwiseQuads(kernels);                                                             \
      ns::fillWinograd(kernels);                                                                   \
      ns::fillOrderedProducts(kernels);                                                            \
      ns::fillRows(kernels);                                                                       \
      ns::fillReductions(kernels);                                                                 \
      return kernels;                                                                              \
    }();                                                                                           \
    return table;                                                                                  \
  }()

#if QRT_MULTI_ISA
/// AVX-512's kernels, but for those that multiply bytes.
static const Kernels &vnniKernels() {
  static const Kernels table = [] {
    Kernels kernels = kernelsFor(Isa::Avx512);
    isa_avx512vnni::fillGemmInteger(kernels);
    isa_avx512vnni::fillDepthwiseQuads(kernels);
    return kernels;
  }();
  return table;
}
#endif

const Kernels &kernelsFor(Isa isa) {
#if QRT_MULTI_ISA
  switch (isa) {
  case Isa::Baseline: break;
  case Isa::Avx2: return QRT_TABLE(isa_avx2);
  case Isa::Avx512: return QRT_TABLE(isa_avx512);
  case Isa::Avx512Vnni: return vnniKernels();
  }
#endif
  return QRT_TABLE(isa_baseline);
}

} // namespace qrt
