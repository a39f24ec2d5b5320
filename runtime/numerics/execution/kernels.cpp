#include "runtime/numerics/execution/kernels.h"

#include <array>

namespace qrt {

#define QRT_TABLE(ns)                                                                              \
  [] {                                                                                             \
    Kernels kernels{};                                                                             \
    ns::fillLanes(kernels);                                                                        \
    ns::fillRegisterTiles(kernels);                                                                \
    ns::fillTranslate(kernels);                                                                    \
    ns::fillInterleave(kernels);                                                                   \
    ns::fillGemmFloat(kernels);                                                                    \
    ns::fillGemmInteger(kernels);                                                                  \
    ns::fillTaps(kernels);                                                                         \
    ns::fillFolds(kernels);                                                                        \
    ns::fillDepthwise(kernels);                                                                    \
    ns::fillDepthwiseBytes(kernels);                                                               \
    ns::fillWinograd(kernels);                                                                     \
    ns::fillOrderedProducts(kernels);                                                              \
    ns::fillRows(kernels);                                                                         \
    ns::fillReductions(kernels);                                                                   \
    return kernels;                                                                                \
  }()

const Kernels &kernelsFor(Isa isa) {
#if QRT_MULTI_ISA
  static const std::array<Kernels, 4> tables = {QRT_TABLE(isa_baseline), QRT_TABLE(isa_avx2),
                                                QRT_TABLE(isa_avx512), QRT_TABLE(isa_avx512vnni)};
  return tables[size_t(isa)];
#else
  static const Kernels table = QRT_TABLE(isa_baseline);
  return table;
#endif
}

} // namespace qrt
