// The windows of depthwise rows, channels last: a tile of output pixels by one or two vectors of
// channels stays in registers over all taps. Only sources called X.isa.cpp include it.
#pragma once

#include "runtime/numerics/windows/depthwise/depthwise_tiles.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// V vectors of channels from `channel` on; a partial vector (V = 1) has `count` lanes. `Vec` is
/// the type of the sums.
template <class Vec, int V, bool isPart> struct Channels {
  const DepthwiseArgs &args;
  int64_t channel, count;
  FinishVectors<Vec, V> finish{finishFrom(args, channel)};

  QRT_INLINE_MEMBER VecF weight(const float *taps, int v) const {
    const float *p = taps + channel + v * vectorLanes;
    return isPart ? loadFirst(p, count, 0) : loadVec<VecF>(p);
  }
  /// Stores the sums of P pixels that lie `step` apart.
  template <int P>
  QRT_INLINE_MEMBER void store(int64_t pixel, int64_t step, const Vec (&acc)[P][V]) const {
    if (hasFinishes && args.finish) {
      forEach<P * V>([&]<int i>() __attribute__((always_inline)) {
        finish.store(pixel + i / V * step, i % V, acc[i / V][i % V]);
      });
      return;
    }
    float *out = static_cast<float *>(args.acc) + pixel * args.channels + channel; // or i32
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) {
        float *target = out + p * step * args.channels + v * vectorLanes;
        if constexpr (isPart)
          storeFirst(target, count, (VecF)acc[p][v]);
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
  template <int V, class Channels> struct Tile : Channels {
    using Channels::Channels;
    int64_t first = 0; // pixel

    template <int P> QRT_INLINE_MEMBER void run(int64_t index) const {
      const DepthwiseArgs &args = this->args;
      const int64_t step = dilation(args), pixel = first + index * step;
      VecF acc[P][V] = {};
      const float *weights = static_cast<const float *>(args.weights);
      for (int ky = 0; ky < N; ++ky, weights += N * args.channels) {
        VecF w[N][V];
#pragma GCC unroll 8
        for (int kx = 0; kx < N; ++kx)
#pragma GCC unroll 2
          for (int v = 0; v < V; ++v)
            w[kx][v] = this->weight(weights + kx * args.channels, v);
        const void *const *row = args.rows[ky] + pixel * S;
        forEach<positions(N, S, P)>([&]<int j>() __attribute__((always_inline)) {
#pragma GCC unroll 2
          for (int v = 0; v < V; ++v) {
            const VecF x = this->input(row[j * step], v);
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
  template <int V, class Channels> struct Tile : Channels {
    using Channels::Channels;
    int64_t first = 0;

    template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
      const DepthwiseArgs &args = this->args;
      const int64_t stride = args.stride;
      VecF acc[P][V] = {};
      const float *weights = static_cast<const float *>(args.weights);
      for (int64_t ky = 0; ky < args.height; ++ky) {
        const void *const *row = args.rows[ky] + pixel * stride;
        for (int64_t kx = 0; kx < args.width;
             ++kx, row += args.dilation, weights += args.channels) {
          VecF w[V];
          forEach<V>([&]<int v>()
                         __attribute__((always_inline)) { w[v] = this->weight(weights, v); });
          forEach<P>([&]<int p>() __attribute__((always_inline)) {
            forEach<V>([&]<int v>() __attribute__((always_inline)) {
              acc[p][v] = Op::step(acc[p][v], this->input(row[p * stride], v), w[v]);
            });
          });
        }
      }
      this->store(pixel, 1, acc);
    }
  };
};

template <class Window, int V, class Channels>
QRT_INLINE void rowOf(const DepthwiseArgs &args, int64_t channel) {
  typename Window::template Tile<V, Channels> tile(args, channel);
  const int64_t step = Window::dilation(args);
  for (; tile.first < step && tile.first < args.pixels; ++tile.first)
    forTiles<4>((args.pixels - tile.first + step - 1) / step, tile);
}

template <template <int, bool> class Channels, class Window, int V>
void row(const DepthwiseArgs &args) {
  int64_t c = 0;
  for (; c + V * vectorLanes <= args.channels; c += V * vectorLanes)
    rowOf<Window, V, Channels<V, false>>(args, c);
  for (; c + vectorLanes <= args.channels; c += vectorLanes)
    rowOf<Window, 1, Channels<1, false>>(args, c);
  if (c < args.channels)
    rowOf<Window, 1, Channels<1, true>>(args, c);
}

constexpr int wideRow = QRT_ISA_LEVEL >= 2 ? 2 : 1; // vectors, as registers allow

/// Computes the row of a 3 × 3 or 5 × 5 window; returns false for other windows.
template <template <int, bool> class Channels, class Op> bool smallRow(const DepthwiseArgs &args) {
  const int64_t size = args.height == args.width ? args.width : 0;
  if (args.stride == 1 && args.dilation == 1 && size == 3)
    row<Channels, SquareWindow<Op, 3, 1>, wideRow>(args);
  else if (args.stride == 1 && args.dilation == 1 && size == 5)
    row<Channels, SquareWindow<Op, 5, 1>, wideRow>(args);
  else if (args.stride == 2 && args.dilation == 1 && size == 3)
    row<Channels, SquareWindow<Op, 3, 2>, wideRow>(args);
  else if (args.stride == 2 && args.dilation == 1 && size == 5)
    row<Channels, SquareWindow<Op, 5, 2>, wideRow>(args);
  else if (args.stride == 1 && size == 3)
    row<Channels, SquareWindow<Op, 3, 1, true>, wideRow>(args);
  else
    return false;
  return true;
}

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
