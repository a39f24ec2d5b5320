// Rows of depthwise convolutions in f32, channels last. A tile of output pixels by one or two
// vectors of channels stays in registers over all taps. Bytes of small windows are multiplied as
// f32 where no instruction adds up four products of theirs: weaving quads costs more than it saves.
#include "runtime/numerics/windows/depthwise/depthwise_tiles.h"

#include <cassert>

#define QRT_HAS_BYTES_AS_F32 (QRT_ISA_LEVEL == 1 || QRT_ISA_LEVEL == 2)

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

#if QRT_HAS_BYTES_AS_F32
#if QRT_ISA_LEVEL >= 2
QRT_INLINE __m128i vectorBytes(const char *p) { return loadVec<__m128i>(p); }
QRT_INLINE __m128i firstBytes(const char *p, int64_t count) {
  return _mm_maskz_loadu_epi8(firstOf(count), p);
}
QRT_INLINE VecI fromUnsigned(__m128i bytes) {
  return (VecI)_mm512_maskz_cvtepu8_epi32(allLanes, bytes);
}
#else
QRT_INLINE __m128i vectorBytes(const char *p) { return _mm_cvtsi64_si128(loadVec<int64_t>(p)); }
/// Loads the first `count` < 8 bytes by overlapping reads; bytes that are read twice agree.
QRT_INLINE __m128i firstBytes(const char *p, int64_t count) {
  if (count >= 4)
    return _mm_cvtsi64_si128(
        int64_t(uint64_t(loadVec<uint32_t>(p)) | uint64_t(loadVec<uint32_t>(p + count - 4))
                                                     << 8 * (count - 4)));
  const auto byte = [p](int64_t i) { return uint32_t(uint8_t(p[i])) << 8 * i; };
  return _mm_cvtsi32_si128(int32_t(byte(0) | byte(count / 2) | byte(count - 1)));
}
QRT_INLINE VecI fromUnsigned(__m128i bytes) { return (VecI)_mm256_cvtepu8_epi32(bytes); }
#endif
#endif

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

template <int V, bool isPart> struct FloatChannels : Channels<VecF, V, isPart> {
  FloatChannels(const DepthwiseArgs &args, int64_t channel)
      : Channels<VecF, V, isPart>{args, channel, args.channels - channel} {}

  QRT_INLINE_MEMBER VecF input(const void *pixel, int v) const {
    const float *p = static_cast<const float *>(pixel) + this->channel + v * vectorLanes;
    return isPart ? loadFirst(p, this->count, 0) : loadVec<VecF>(p);
  }
};

#if QRT_HAS_BYTES_AS_F32
/// Their sums, of 512 products of u8 and s8 at most, are integers below 2^24, which f32 holds.
template <int V, bool isPart> struct ByteChannels : Channels<VecI, V, isPart> {
  using Sums = Channels<VecI, V, isPart>;
  SumStarts<V> starts{this->args, this->channel};

  ByteChannels(const DepthwiseArgs &args, int64_t channel)
      : Sums{args, channel, args.channels - channel} {}

  QRT_INLINE_MEMBER VecF input(const void *pixel, int v) const {
    const char *p = static_cast<const char *>(pixel) + this->channel + v * vectorLanes;
    const __m128i bytes = isPart ? firstBytes(p, this->count) : vectorBytes(p);
    return toF32(fromUnsigned(_mm_xor_si128(bytes, _mm_set1_epi32(this->args.flip))));
  }
  template <int P>
  QRT_INLINE_MEMBER void store(int64_t pixel, int64_t step, const VecF (&acc)[P][V]) const {
    VecI sums[P][V];
    forEach<P * V>([&]<int i>() __attribute__((always_inline)) {
      sums[i / V][i % V] = roundToI32(acc[i / V][i % V]) + starts.vectors[i % V];
    });
    Sums::store(pixel, step, sums);
  }
};
#endif

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

template <class Op> void floatRow(const DepthwiseArgs &args) {
  if (smallRow<FloatChannels, Op>(args))
    return;
  if (args.stride == 1 && args.dilation == 1 && args.height == 7 && args.width == 7)
    row<FloatChannels, SquareWindow<Op, 7, 1>, wideRow>(args);
  else
    row<FloatChannels, AnyWindow<Op>, 2>(args);
}

#if QRT_HAS_BYTES_AS_F32
/// Windows of eight or more adjacent columns: each pixel, widened once, serves every window of the
/// tile. Floats gain nothing by it, since each pixel load saved costs a weight load.
struct LongWindow {
  static constexpr int64_t fewest = 8;
  static int64_t dilation(const DepthwiseArgs &) { return 1; }
  template <int V, class Channels> struct Tile : Channels {
    using Channels::Channels;
    int64_t first = 0;

    /// Column `at` of a row for pixels [begin, end).
    template <int P, int begin, int end>
    QRT_INLINE_MEMBER void add(VecF (&acc)[P][V], const void *const *row, const float *weights,
                               int64_t at) const {
      forEach<V>([&]<int v>() __attribute__((always_inline)) {
        const VecF x = this->input(row[at], v);
        forEach<end - begin>([&]<int i>() __attribute__((always_inline)) {
          constexpr int p = begin + i;
          acc[p][v] = FastStep::step(acc[p][v], x,
                                     this->weight(weights + (at - p) * this->args.channels, v));
        });
      });
    }
    template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
      const DepthwiseArgs &args = this->args;
      VecF acc[P][V] = {};
      const float *weights = static_cast<const float *>(args.weights);
      for (int64_t ky = 0; ky < args.height; ++ky, weights += args.width * args.channels) {
        const void *const *row = args.rows[ky] + pixel;
        forEach<P - 1>([&]<int j>() __attribute__((always_inline)) {
          add<P, 0, j + 1>(acc, row, weights, j);
        });
        for (int64_t kx = P - 1; kx < args.width; ++kx)
          add<P, 0, P>(acc, row, weights, kx);
        forEach<P - 1>([&]<int j>() __attribute__((always_inline)) {
          add<P, j + 1, P>(acc, row, weights, args.width + j);
        });
      }
      this->store(pixel, 1, acc);
    }
  };
};

void bytesRow(const DepthwiseArgs &args) {
  if (smallRow<ByteChannels, FastStep>(args))
    return;
  if (args.stride == 1 && args.dilation == 1 && args.width >= LongWindow::fewest)
    row<ByteChannels, LongWindow, 2>(args);
  else
    row<ByteChannels, AnyWindow<FastStep>, wideRow>(args);
}
#endif

} // namespace

void fillDepthwise(DepthwiseKernels &kernels) {
  kernels.depthwise[int(DepthwiseKind::F32Fixed)] = floatRow<FixedStep>;
  kernels.depthwise[int(DepthwiseKind::F32Fast)] = floatRow<FastStep>;
#if QRT_HAS_BYTES_AS_F32
  kernels.depthwise[int(DepthwiseKind::BytesAsF32)] = bytesRow;
#endif
  kernels.finishes = hasFinishes;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
