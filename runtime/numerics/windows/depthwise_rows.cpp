// Rows of depthwise convolutions in f32, channels last. A tile of output pixels by one or two
// vectors of channels stays in registers over all taps.
#include "runtime/numerics/windows/depthwise_tiles.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// V vectors of channels from `channel` on; of one vector, the first `count` lanes.
template <int V, bool isPart> struct FloatChannels {
  const DepthwiseArgs &args;
  int64_t channel, count;
  FinishVectors<VecF, V> finish{finishFrom(args, channel)};

  QRT_INLINE_MEMBER VecF load(const float *p) const {
    return isPart ? loadFirst(p, count, 0) : loadVec<VecF>(p);
  }
  /// Of pixels `step` apart.
  template <int P>
  QRT_INLINE_MEMBER void store(int64_t pixel, int64_t step, const VecF (&acc)[P][V]) const {
    if (hasFinishes && args.finish) {
      forEach<P * V>([&]<int i>() __attribute__((always_inline)) {
        finish.store(pixel + i / V * step, i % V, acc[i / V][i % V]);
      });
      return;
    }
    float *out = static_cast<float *>(args.acc) + pixel * args.channels + channel;
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) {
        float *target = out + p * step * args.channels + v * vectorLanes;
        if constexpr (isPart)
          storeFirst(target, count, acc[p][v]);
        else
          storeVec(target, acc[p][v]);
      }
  }
};

// Taps in the order of the weights, for every pixel of either tile: sums do not depend on it.

/// N × N taps of stride S: each loaded pixel serves every window that covers it. With a dilation of
/// columns (of stride 1), every so many-th pixel of a row is a row by itself.
template <class Op, int N, int S, bool isDilated = false> struct SquareWindow {
  static int64_t dilation(const DepthwiseArgs &args) { return isDilated ? args.dilation : 1; }
  template <int V, bool isPart> struct Tile : FloatChannels<V, isPart> {
    int64_t first = 0; // pixel

    template <int P> QRT_INLINE_MEMBER void run(int64_t index) const {
      const DepthwiseArgs &args = this->args;
      const int64_t step = dilation(args), pixel = first + index * step;
      VecF acc[P][V] = {};
      const float *weights = static_cast<const float *>(args.weights) + this->channel;
      for (int ky = 0; ky < N; ++ky, weights += N * args.channels) {
        VecF w[N][V];
#pragma GCC unroll 8
        for (int kx = 0; kx < N; ++kx)
#pragma GCC unroll 2
          for (int v = 0; v < V; ++v)
            w[kx][v] = this->load(weights + kx * args.channels + v * vectorLanes);
        const void *const *row = args.rows[ky] + pixel * S;
        forEach<positions(N, S, P)>([&]<int j>() __attribute__((always_inline)) {
          const float *in = static_cast<const float *>(row[j * step]) + this->channel;
#pragma GCC unroll 2
          for (int v = 0; v < V; ++v) {
            VecF x = this->load(in + v * vectorLanes);
            forEach<P>([&]<int p>() __attribute__((always_inline)) {
              if constexpr (j >= p * S && j < p * S + N)
                acc[p][v] = Op::step(acc[p][v], x, w[j - p * S][v]);
            });
          }
        });
      }
      this->store(pixel, step, acc);
    }
  };
};

/// Any: each pixel of a tile loads its own.
template <class Op> struct AnyWindow {
  static int64_t dilation(const DepthwiseArgs &) { return 1; }
  template <int V, bool isPart> struct Tile : FloatChannels<V, isPart> {
    int64_t first = 0;

    template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
      const DepthwiseArgs &args = this->args;
      const int64_t stride = args.stride;
      VecF acc[P][V] = {};
      const float *weights = static_cast<const float *>(args.weights) + this->channel;
      for (int64_t ky = 0; ky < args.height; ++ky) {
        const void *const *row = args.rows[ky] + pixel * stride;
        for (int64_t kx = 0; kx < args.width;
             ++kx, row += args.dilation, weights += args.channels) {
          VecF w[V];
          forEach<V>([&]<int v>() __attribute__((always_inline)) {
            w[v] = this->load(weights + v * vectorLanes);
          });
          forEach<P>([&]<int p>() __attribute__((always_inline)) {
            const float *x = static_cast<const float *>(row[p * stride]) + this->channel;
            forEach<V>([&]<int v>() __attribute__((always_inline)) {
              acc[p][v] = Op::step(acc[p][v], this->load(x + v * vectorLanes), w[v]);
            });
          });
        }
      }
      this->store(pixel, 1, acc);
    }
  };
};

template <class Window, int V, bool isPart>
QRT_INLINE void floatChannels(const DepthwiseArgs &args, int64_t channel) {
  typename Window::template Tile<V, isPart> tile{{args, channel, args.channels - channel}};
  const int64_t step = Window::dilation(args);
  for (; tile.first < step && tile.first < args.pixels; ++tile.first)
    forTiles<4>((args.pixels - tile.first + step - 1) / step, tile);
}

template <class Window, int V> void floatRow(const DepthwiseArgs &args) {
  int64_t c = 0;
  for (; c + V * vectorLanes <= args.channels; c += V * vectorLanes)
    floatChannels<Window, V, false>(args, c);
  for (; c + vectorLanes <= args.channels; c += vectorLanes)
    floatChannels<Window, 1, false>(args, c);
  if (c < args.channels)
    floatChannels<Window, 1, true>(args, c);
}

template <class Op> void floatRows(const DepthwiseArgs &args) {
  constexpr int V = QRT_ISA_LEVEL >= 2 ? 2 : 1; // as registers allow
  const int64_t size = args.height == args.width ? args.width : 0;
  if (args.stride == 1 && args.dilation == 1) {
    if (size == 3)
      return floatRow<SquareWindow<Op, 3, 1>, V>(args);
    if (size == 5)
      return floatRow<SquareWindow<Op, 5, 1>, V>(args);
    if (size == 7)
      return floatRow<SquareWindow<Op, 7, 1>, V>(args);
  }
  if (args.stride == 2 && args.dilation == 1) {
    if (size == 3)
      return floatRow<SquareWindow<Op, 3, 2>, V>(args);
    if (size == 5)
      return floatRow<SquareWindow<Op, 5, 2>, V>(args);
  }
  if (args.stride == 1 && size == 3)
    return floatRow<SquareWindow<Op, 3, 1, true>, V>(args);
  floatRow<AnyWindow<Op>, 2>(args);
}

} // namespace

void fillDepthwise(Kernels &kernels) {
  kernels.depthwise[int(DepthwiseKind::F32Fixed)] = floatRows<FixedStep>;
  kernels.depthwise[int(DepthwiseKind::F32Fast)] = floatRows<FastStep>;
  kernels.depthwiseFinishes = hasFinishes;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
