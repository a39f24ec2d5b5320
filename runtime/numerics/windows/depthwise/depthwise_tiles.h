// The kernels of depthwise rows share these tiles. Only sources called X.isa.cpp include it.
#pragma once

#include "runtime/numerics/execution/finish_vectors.h"
#include "runtime/numerics/windows/depthwise/depthwise_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// Returns the number of input pixels that P output pixels of a row read.
constexpr int positions(int N, int S, int P) { return (P - 1) * S + N; }

/// Calls tile.template run<P>(first pixel) until all pixels are done. The last tile may repeat some
/// pixels, which costs less than a loop for the rest.
template <int P, class Tile> QRT_INLINE void forTiles(int64_t pixels, const Tile &tile) {
  if (pixels < P) {
    for (int64_t p = 0; p < pixels; ++p)
      tile.template run<1>(p);
    return;
  }
  for (int64_t p = 0; p < pixels; p += P)
    tile.template run<P>(p + P <= pixels ? p : pixels - P);
}

/// Returns the finish of the channels from `channel` on; an empty one, which is never used, if
/// there is none.
QRT_INLINE Finish finishFrom(const DepthwiseArgs &args, int64_t channel) {
  return args.finish ? args.finish->from(channel) : Finish{};
}

#if QRT_ISA_LEVEL >= 1
/// The initial values of sums of bytes, for the channels from `channel` on.
template <int V> struct SumStarts {
  VecI vectors[V];

  QRT_INLINE_MEMBER SumStarts(const DepthwiseArgs &args, int64_t channel) {
    const Finish finish = finishFrom(args, channel);
    forEach<V>([&]<int v>() __attribute__((always_inline)) {
      vectors[v] = loadVec<VecI>(args.init + channel + v * vectorLanes) +
                   FinishVectors<VecI, V>::start(finish, v);
    });
  }
};
#endif

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
