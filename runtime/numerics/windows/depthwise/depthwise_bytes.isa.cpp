// Rows of depthwise convolutions whose bytes are multiplied as f32, for windows where no
// instruction adds up four products of bytes: weaving quads would cost more than it saves.
#include "runtime/numerics/windows/depthwise/depthwise_windows.h"

#include <cassert>

namespace qrt {
namespace QRT_ISA_NAMESPACE {

#if QRT_ISA_LEVEL == 1 || QRT_ISA_LEVEL == 2
namespace {

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

} // namespace

void fillDepthwiseBytes(DepthwiseKernels &kernels) { kernels.bytesAsF32 = bytesRow; }
#else
void fillDepthwiseBytes(DepthwiseKernels &) {}
#endif

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
