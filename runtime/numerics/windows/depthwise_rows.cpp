// Rows of depthwise convolutions, channels last: 3×3 and 5×5 windows of stride 1 and 2. A tile of
// output pixels shares what it loads; its channels stay in registers over all taps.
#include "runtime/numerics/execution/finish_vectors.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// Input pixels that P output pixels of a row read.
constexpr int positions(int N, int S, int P) { return (P - 1) * S + N; }

/// Calls tile.template run<P>(first pixel) until all pixels are done. The last tile may do some
/// pixels again: less than a loop for the rest would cost.
template <int P, class Tile> QRT_INLINE void forTiles(int64_t pixels, const Tile &tile) {
  if (pixels < P) {
    for (int64_t p = 0; p < pixels; ++p)
      tile.template run<1>(p);
    return;
  }
  for (int64_t p = 0; p < pixels; p += P)
    tile.template run<P>(p + P <= pixels ? p : pixels - P);
}

/// The finish of the channels from `channel` on; without one, nobody asks.
QRT_INLINE Finish finishFrom(const DepthwiseArgs &args, int64_t channel) {
  return args.finish ? args.finish->from(channel) : Finish{};
}

/// V vectors of channels from `channel` on; of one vector, the first `count` lanes.
template <class Op, int N, int S, int V, bool isPart> struct FloatTile {
  const DepthwiseArgs &args;
  int64_t channel, count;
  FinishVectors<VecF, V> finish{finishFrom(args, channel)};

  QRT_INLINE_MEMBER VecF load(const float *p) const {
    return isPart ? loadFirst(p, count, 0) : loadVec<VecF>(p);
  }

  // Taps in the order of the weights, for every pixel: sums do not depend on the tile.
  template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
    VecF acc[P][V] = {};
    const float *weights = static_cast<const float *>(args.weights) + channel;
    for (int ky = 0; ky < N; ++ky, weights += N * args.channels) {
      VecF w[N][V];
#pragma GCC unroll 8
      for (int kx = 0; kx < N; ++kx)
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v)
          w[kx][v] = load(weights + kx * args.channels + v * vectorLanes);
      const void *const *row = args.rows[ky] + pixel * S;
      forEach<positions(N, S, P)>([&]<int j>() __attribute__((always_inline)) {
#pragma GCC unroll 2
        for (int v = 0; v < V; ++v) {
          VecF x = load(static_cast<const float *>(row[j]) + channel + v * vectorLanes);
          forEach<P>([&]<int p>() __attribute__((always_inline)) {
            if constexpr (j >= p * S && j < p * S + N)
              acc[p][v] = Op::step(acc[p][v], x, w[j - p * S][v]);
          });
        }
      });
    }
    if (hasFinishes && args.finish) {
      forEach<P * V>([&]<int i>() __attribute__((always_inline)) {
        finish.store(pixel + i / V, i % V, acc[i / V][i % V]);
      });
      return;
    }
    float *out = static_cast<float *>(args.acc) + pixel * args.channels + channel;
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 2
      for (int v = 0; v < V; ++v) {
        float *target = out + p * args.channels + v * vectorLanes;
        if constexpr (isPart)
          storeFirst(target, count, acc[p][v]);
        else
          storeVec(target, acc[p][v]);
      }
  }
};

template <class Op, int N, int S> void floatRow(const DepthwiseArgs &args) {
  constexpr int V = QRT_ISA_LEVEL >= 2 ? 2 : 1; // as registers allow
  int64_t c = 0;
  for (; c + V * vectorLanes <= args.channels; c += V * vectorLanes)
    forTiles<4>(args.pixels, FloatTile<Op, N, S, V, false>{args, c, 0});
  for (; c + vectorLanes <= args.channels; c += vectorLanes)
    forTiles<4>(args.pixels, FloatTile<Op, N, S, 1, false>{args, c, 0});
  if (c < args.channels)
    forTiles<4>(args.pixels, FloatTile<Op, N, S, 1, true>{args, c, args.channels - c});
}

#if QRT_ISA_LEVEL >= 1

/// 4·vectorLanes channels' bytes.
typedef int8_t VecB __attribute__((vector_size(vectorLanes * 4)));

/// The four vectors' bytes change places so that unpacking within 128-bit lanes leaves channels in
/// their order: dword 4k + q of the result is dword k + q·vectorLanes/4.
QRT_INLINE VecB spread(VecB bytes) {
#if QRT_ISA_LEVEL >= 2
  const VecI from = {0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15};
#else
  const VecI from = {0, 2, 4, 6, 1, 3, 5, 7};
#endif
  return (VecB)__builtin_shuffle((VecI)bytes, from);
}

#if QRT_ISA_LEVEL >= 2
#define QRT_UNPACK(half, bits, a, b) (VecB) _mm512_unpack##half##_epi##bits((__m512i)a, (__m512i)b)
#else
#define QRT_UNPACK(half, bits, a, b) (VecB) _mm256_unpack##half##_epi##bits((__m256i)a, (__m256i)b)
#endif

/// The first `count` bytes, zeros behind.
QRT_INLINE VecB loadBytes(const char *p, int64_t count) {
#if QRT_ISA_LEVEL >= 2
  return (VecB)_mm512_maskz_loadu_epi8(__mmask64(~0ull) >> (64 - count), p);
#else
  VecB bytes = {};
  char *target = reinterpret_cast<char *>(&bytes);
  for (int64_t done = 0; done < count; done += 8)
    if (count - done >= 8)
      std::memcpy(target + done, p + done, 8);
    else
      std::memcpy(target + done, p + done, size_t(count - done));
  return bytes;
#endif
}

/// Four bytes of a lane times four, added up: what one instruction does with VNNI. Elsewhere in
/// 16-bit pairs, of even and of odd bytes.
#if QRT_ISA_LEVEL >= 3
struct Quads {
  VecI all;
};
QRT_INLINE Quads unsignedQuads(VecB x) { return {(VecI)x}; }
QRT_INLINE Quads signedQuads(VecB w) { return {(VecI)w}; }
QRT_INLINE VecI addProducts(VecI acc, Quads x, Quads w) {
  return (VecI)_mm512_dpbusd_epi32((__m512i)acc, (__m512i)x.all, (__m512i)w.all);
}
#else
struct Quads {
  VecI even, odd;
};
#if QRT_ISA_LEVEL >= 2
#define QRT_I16(name, ...) (VecI) _mm512_##name##_epi16(__VA_ARGS__)
typedef __m512i Register;
#else
#define QRT_I16(name, ...) (VecI) _mm256_##name##_epi16(__VA_ARGS__)
typedef __m256i Register;
#endif
QRT_INLINE Quads unsignedQuads(VecB x) {
  return {(VecI)x & splat(int32_t(0x00ff00ff)), QRT_I16(srli, (Register)x, 8)};
}
QRT_INLINE Quads signedQuads(VecB w) {
  return {QRT_I16(srai, (Register)QRT_I16(slli, (Register)w, 8), 8), QRT_I16(srai, (Register)w, 8)};
}
QRT_INLINE VecI addProducts(VecI acc, Quads x, Quads w) {
  return acc + QRT_I16(madd, (Register)x.even, (Register)w.even) +
         QRT_I16(madd, (Register)x.odd, (Register)w.odd);
}
#endif

/// Q vectors of channels from `channel` on, `count` of them. Four rows of a window column make a
/// quad of bytes a channel.
template <int N, int S, int Q> struct IntegerTile {
  static constexpr int quads = (N + 3) / 4;

  const DepthwiseArgs &args;
  int64_t channel, count;
  FinishVectors<VecI, Q> finish;
  Quads weights[quads][N][Q];

  IntegerTile(const DepthwiseArgs &args, int64_t channel, int64_t count)
      : args(args), channel(channel), count(count), finish(finishFrom(args, channel)) {
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

  /// Rows 4·quad … of one window column, by channels.
  QRT_INLINE_MEMBER void interleave(Quads (&out)[Q], const VecB (&rows)[4]) const {
    VecB low = QRT_UNPACK(lo, 8, rows[0], rows[1]), low2 = QRT_UNPACK(lo, 8, rows[2], rows[3]);
    out[0] = unsignedQuads(QRT_UNPACK(lo, 16, low, low2));
    if constexpr (Q > 1)
      out[1] = unsignedQuads(QRT_UNPACK(hi, 16, low, low2));
    if constexpr (Q > 2) {
      VecB high = QRT_UNPACK(hi, 8, rows[0], rows[1]), high2 = QRT_UNPACK(hi, 8, rows[2], rows[3]);
      out[2] = unsignedQuads(QRT_UNPACK(lo, 16, high, high2));
      out[3] = unsignedQuads(QRT_UNPACK(hi, 16, high, high2));
    }
  }

  template <int P> QRT_INLINE_MEMBER void run(int64_t pixel) const {
    VecI acc[P][Q];
#pragma GCC unroll 8
    for (int p = 0; p < P; ++p)
#pragma GCC unroll 4
      for (int q = 0; q < Q; ++q)
        acc[p][q] = loadVec<VecI>(args.init + channel + q * vectorLanes);
    forEach<positions(N, S, P) * quads>([&]<int step>() __attribute__((always_inline)) {
      constexpr int j = step / quads, quad = step % quads;
      VecB rows[4] = {};
      forEach<(N - 4 * quad < 4 ? N - 4 * quad : 4)>([&]<int r>() __attribute__((always_inline)) {
        rows[r] = load(args.rows[4 * quad + r][pixel * S + j]);
      });
      Quads x[Q];
      interleave(x, rows);
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
    for (int q = 0; q < Q; ++q) {
      int64_t left = count - q * vectorLanes;
      if (left >= vectorLanes)
        storeVec(target + q * vectorLanes, acc[q]);
      else if (left > 0)
        storeFirst(reinterpret_cast<float *>(target + q * vectorLanes), left, (VecF)acc[q]);
    }
  }
};

template <int N, int S> void integerRow(const DepthwiseArgs &args) {
  constexpr int64_t lanes = vectorLanes;
  constexpr int P = QRT_ISA_LEVEL >= 3 ? 4 : 2; // as registers allow
  int64_t c = 0;
  for (; args.channels - c > 2 * lanes; c += 4 * lanes) {
    int64_t left = args.channels - c;
    forTiles<P>(args.pixels, IntegerTile<N, S, 4>(args, c, left < 4 * lanes ? left : 4 * lanes));
  }
  int64_t left = args.channels - c;
  if (left > lanes)
    forTiles<P>(args.pixels, IntegerTile<N, S, 2>(args, c, left));
  else if (left > 0)
    forTiles<P>(args.pixels, IntegerTile<N, S, 1>(args, c, left));
}

#endif // QRT_ISA_LEVEL >= 1

template <class Op> void fillFloat(DepthwiseFn (&rows)[depthwiseSizes][depthwiseStrides]) {
  rows[0][0] = floatRow<Op, 3, 1>;
  rows[0][1] = floatRow<Op, 3, 2>;
  rows[1][0] = floatRow<Op, 5, 1>;
  rows[1][1] = floatRow<Op, 5, 2>;
}

} // namespace

void fillDepthwise(Kernels &kernels) {
  kernels.depthwiseFinishes = hasFinishes;
  fillFloat<FixedStep>(kernels.depthwise[int(DepthwiseKind::F32Fixed)]);
  fillFloat<FastStep>(kernels.depthwise[int(DepthwiseKind::F32Fast)]);
#if QRT_ISA_LEVEL >= 1
  auto &rows = kernels.depthwise[int(DepthwiseKind::Integer8)];
  rows[0][0] = integerRow<3, 1>;
  rows[0][1] = integerRow<3, 2>;
  rows[1][0] = integerRow<5, 1>;
  rows[1][1] = integerRow<5, 2>;
#endif
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
