#include "runtime/numerics/execution/kernels.h"

namespace qrt {

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

const Kernels &kernelsFor(Isa isa) {
#if QRT_MULTI_ISA
  switch (isa) { // what fills a table is code of its instruction set, too
  case Isa::Baseline: break;
  case Isa::Avx2: return QRT_TABLE(isa_avx2);
  case Isa::Avx512: return QRT_TABLE(isa_avx512);
  case Isa::Avx512Vnni: return QRT_TABLE(isa_avx512vnni);
  }
#endif
  return QRT_TABLE(isa_baseline);
}

} // namespace qrt
