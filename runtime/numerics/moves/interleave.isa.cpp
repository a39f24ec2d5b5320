// Planes of pixels to pixels of channels.
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/moves/interleave_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

// The compiler shuffles whole vectors, as both counts are constants.
template <class T, int planes>
void interleave(void *to, const void *from, int64_t planeStride, int64_t count) {
  T *__restrict target = static_cast<T *>(to);
  const T *__restrict source = static_cast<const T *>(from);
  for (int64_t i = 0; i < count; ++i)
    for (int p = 0; p < planes; ++p)
      target[i * planes + p] = source[p * planeStride + i];
}

template <class T> void fillWidth(InterleaveFn (&row)[interleavedPlanes - 1]) {
  row[0] = interleave<T, 2>;
  row[1] = interleave<T, 3>;
  row[2] = interleave<T, 4>;
}

} // namespace

void fillInterleave(InterleaveKernels &kernels) {
  fillWidth<uint8_t>(kernels.interleave[0]);
  fillWidth<uint16_t>(kernels.interleave[1]);
  fillWidth<uint32_t>(kernels.interleave[2]);
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
