// Rows of depthwise convolutions of bytes, channels last. Four rows of a window make a quad of
// bytes a channel, woven once for a row of output; a tile of its pixels stays in registers over all
// taps.
#include "runtime/numerics/windows/depthwise/byte_quads.h"
#include "runtime/numerics/windows/depthwise/depthwise_tiles.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

#if QRT_ISA_LEVEL >= 1

/// Rows of one window column as quads, by Q vectors of channels.
template <int Q> QRT_INLINE void interleave(Quads *out, const VecB (&rows)[4]) {
  const VecB low = QRT_UNPACK(lo, 8, rows[0], rows[1]), low2 = QRT_UNPACK(lo, 8, rows[2], rows[3]);
  out[0] = unsignedQuads(QRT_UNPACK(lo, 16, low, low2));
  if constexpr (Q > 1)
    out[1] = unsignedQuads(QRT_UNPACK(hi, 16, low, low2));
  if constexpr (Q > 2) {
    const VecB high = QRT_UNPACK(hi, 8, rows[0], rows[1]),
               high2 = QRT_UNPACK(hi, 8, rows[2], rows[3]);
    out[2] = unsignedQuads(QRT_UNPACK(lo, 16, high, high2));
    out[3] = unsignedQuads(QRT_UNPACK(hi, 16, high, high2));
  }
}

/// A vector of sums, of which `left` are some channel's.
QRT_INLINE void storeSums(int32_t *target, int64_t left, VecI sums) {
  if (left >= vectorLanes)
    storeVec(target, sums);
  else if (left > 0)
    storeFirst(reinterpret_cast<float *>(target), left, (VecF)sums);
}

/// A column of four rows, by channels of four vectors.
struct Woven {
  Quads vectors[4];
};

/// Channels [channel, channel + count) of a row, of four vectors.
struct BytesRow {
  const DepthwiseArgs &args;
  int64_t channel, count, positions;

  BytesRow(const DepthwiseArgs &args, int64_t channel)
      : args(args), channel(channel),
        count(args.channels - channel < 4 * vectorLanes ? args.channels - channel
                                                        : 4 * vectorLanes),
        positions(args.positions()) {}

  template <bool isPart> QRT_INLINE_MEMBER VecB load(const void *pixel) const {
    const char *p = static_cast<const char *>(pixel) + channel;
    const VecB bytes = isPart ? loadBytes(p, count) : loadVec<VecB>(p);
    return spread(bytes ^ (VecB)splat(args.flip));
  }

  /// `R` rows of all columns; zeros for those that a quad has no row for.
  template <int R, bool isPart>
  QRT_INLINE_MEMBER void weaveRows(const void *const *const *rows, Woven *out) const {
    for (int64_t i = 0; i < positions; ++i, ++out) {
      VecB x[4] = {};
      forEach<R>([&]<int r>() __attribute__((always_inline)) { x[r] = load<isPart>(rows[r][i]); });
      if (count <= 2 * vectorLanes)
        interleave<2>(out->vectors, x);
      else
        interleave<4>(out->vectors, x);
    }
  }
  template <bool isPart> QRT_INLINE_MEMBER void weave() const {
    Woven *out = static_cast<Woven *>(args.woven);
    for (int64_t ky = 0; ky < args.height; ky += 4, out += positions)
      switch (args.height - ky) {
      case 1: weaveRows<1, isPart>(args.rows + ky, out); break;
      case 2: weaveRows<2, isPart>(args.rows + ky, out); break;
      case 3: weaveRows<3, isPart>(args.rows + ky, out); break;
      default: weaveRows<4, isPart>(args.rows + ky, out);
      }
  }
};

/// V vectors of channels of a row that is woven, from vector `first` of its four on.
template <int V> struct BytesTile {
  const BytesRow &row;
  const DepthwiseArgs &args;
  int64_t first, channel;
  FinishVectors<VecI, V> finish;
  SumStarts<V> starts;

  BytesTile(const BytesRow &row, int64_t first)
      : row(row), args(row.args), first(first), channel(row.channel + first * vectorLanes),
        finish(finishFrom(args, channel)), starts(args, channel) {}

  template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
    const int64_t quads = (args.height + 3) / 4, stride = args.stride;
    const VecB *weights = static_cast<const VecB *>(args.weights) +
                          row.channel / vectorLanes * quads * args.width + first;
    const Woven *woven = static_cast<const Woven *>(args.woven) + pixel * stride;
    VecI acc[P][V];
    forEach<P * V>(
        [&]<int i>() __attribute__((always_inline)) { acc[i / V][i % V] = starts.vectors[i % V]; });
    for (int64_t quad = 0; quad < quads; ++quad, woven += row.positions) {
      const Woven *x = woven;
      for (int64_t kx = 0; kx < args.width; ++kx, x += args.dilation, weights += 4)
        forEach<V>([&]<int v>() __attribute__((always_inline)) {
          const Quads w = signedQuads(loadVec<VecB>(weights + v));
          forEach<P>([&]<int p>() __attribute__((always_inline)) {
            acc[p][v] = addProducts(acc[p][v], x[p * stride].vectors[first + v], w);
          });
        });
    }
    store(pixel, acc);
  }

  template <int P> QRT_INLINE_MEMBER void store(int64_t pixel, const VecI (&acc)[P][V]) const {
    int32_t *out = static_cast<int32_t *>(args.acc) + pixel * args.channels + channel;
    forEach<P * V>([&]<int i>() __attribute__((always_inline)) {
      constexpr int p = i / V, v = i % V;
      if (args.finish)
        return finish.store(pixel + p, v, acc[p][v]);
      storeSums(out + p * args.channels + v * vectorLanes,
                args.channels - channel - v * vectorLanes, acc[p][v]);
    });
  }
};

#if QRT_ISA_LEVEL >= 3

/// Q vectors of channels from `channel` on, `count` of them. Four rows of a window column make a
/// quad of bytes a channel.
template <int N, int S, int Q> struct IntegerTile {
  static constexpr int quads = (N + 3) / 4;

  const DepthwiseArgs &args;
  int64_t channel, count;
  FinishVectors<VecI, Q> finish;
  SumStarts<Q> starts;
  Quads weights[quads][N][Q];

  IntegerTile(const DepthwiseArgs &args, int64_t channel, int64_t count)
      : args(args), channel(channel), count(count), finish(finishFrom(args, channel)),
        starts(args, channel) {
    const VecB *from = static_cast<const VecB *>(args.weights) + channel / vectorLanes * quads * N;
    for (auto &quad : weights)
      for (auto &tap : quad) {
#pragma GCC unroll 4
        for (int q = 0; q < Q; ++q)
          tap[q] = signedQuads(loadVec<VecB>(from + q));
        from += 4;
      }
  }

  QRT_INLINE_MEMBER VecB load(const void *pixel) const {
    const char *p = static_cast<const char *>(pixel) + channel;
    VecB bytes = count >= Q * vectorLanes && Q == 4 ? loadVec<VecB>(p) : loadBytes(p, count);
    return spread(bytes ^ (VecB)splat(args.flip));
  }

  template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
    VecI acc[P][Q];
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 4
      for (int q = 0; q < Q; ++q)
        acc[p][q] = starts.vectors[q];
    forEach<positions(N, S, P) * quads>([&]<int step>() __attribute__((always_inline)) {
      constexpr int j = step / quads, quad = step % quads;
      VecB rows[4] = {};
      forEach<(N - 4 * quad < 4 ? N - 4 * quad : 4)>([&]<int r>() __attribute__((always_inline)) {
        rows[r] = load(args.rows[4 * quad + r][pixel * S + j]);
      });
      Quads x[Q];
      interleave<Q>(x, rows);
      forEach<P>([&]<int p>() __attribute__((always_inline)) {
        if constexpr (j >= p * S && j < p * S + N)
          for (int q = 0; q < Q; ++q)
            acc[p][q] = addProducts(acc[p][q], x[q], weights[quad][j - p * S][q]);
      });
    });
    if (args.finish) {
      forEach<P * Q>([&]<int i>() __attribute__((always_inline)) {
        finish.store(pixel + i / Q, i % Q, acc[i / Q][i % Q]);
      });
      return;
    }
    int32_t *out = static_cast<int32_t *>(args.acc) + pixel * args.channels + channel;
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
      store(out + p * args.channels, acc[p]);
  }

  QRT_INLINE_MEMBER void store(int32_t *target, const VecI (&acc)[Q]) const {
#pragma GCC unroll 4
    for (int q = 0; q < Q; ++q)
      storeSums(target + q * vectorLanes, count - q * vectorLanes, acc[q]);
  }
};

template <int N, int S> void integerRow(const DepthwiseArgs &args) {
  constexpr int64_t lanes = vectorLanes;
  int64_t c = 0;
  for (; args.channels - c > 2 * lanes; c += 4 * lanes) {
    int64_t left = args.channels - c;
    forTiles<4>(args.pixels, IntegerTile<N, S, 4>(args, c, left < 4 * lanes ? left : 4 * lanes));
  }
  int64_t left = args.channels - c;
  if (left > lanes)
    forTiles<4>(args.pixels, IntegerTile<N, S, 2>(args, c, left));
  else if (left > 0)
    forTiles<4>(args.pixels, IntegerTile<N, S, 1>(args, c, left));
}

#endif

void wovenRow(const DepthwiseArgs &args) {
  for (int64_t c = 0; c < args.channels; c += 4 * vectorLanes) {
    const BytesRow row(args, c);
    if (row.count < 4 * vectorLanes)
      row.weave<true>();
    else
      row.weave<false>();
    int64_t v = 0;
    for (; (v + 1) * vectorLanes < row.count; v += 2)
      forTiles<4>(args.pixels, BytesTile<2>(row, v));
    if (v * vectorLanes < row.count)
      forTiles<4>(args.pixels, BytesTile<1>(row, v));
  }
}

/// Returns the row kernel of a window that is woven in registers; null for other windows.
DepthwiseFn squareRow([[maybe_unused]] const DepthwiseArgs &args) {
#if QRT_ISA_LEVEL >= 3
  const int64_t size = args.height == args.width && args.dilation == 1 ? args.width : 0;
  if (size == 3 && args.stride == 1)
    return integerRow<3, 1>;
  if (size == 3 && args.stride == 2)
    return integerRow<3, 2>;
  if (size == 5 && args.stride == 1)
    return integerRow<5, 1>;
  if (size == 5 && args.stride == 2)
    return integerRow<5, 2>;
#endif
  return nullptr;
}

void quadsRow(const DepthwiseArgs &args) {
  if (const DepthwiseFn square = squareRow(args))
    square(args);
  else
    wovenRow(args);
}

int64_t wovenBytes(const DepthwiseArgs &args) {
  return squareRow(args) ? 0 : args.positions() * ((args.height + 3) / 4) * int64_t(sizeof(Woven));
}

#endif // QRT_ISA_LEVEL >= 1

} // namespace

void fillDepthwiseQuads([[maybe_unused]] DepthwiseKernels &kernels) {
#if QRT_ISA_LEVEL >= 1
  kernels.quads = quadsRow;
  kernels.wovenBytes = wovenBytes;
#endif
#if QRT_ISA_LEVEL >= 3
  kernels.hasQuadProducts = true;
#endif
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
