// Rows of depthwise convolutions of f32, f16 and bf16; halves are widened as they are loaded.
#include "runtime/numerics/execution/simd_halves.h"
#include "runtime/numerics/windows/depthwise/depthwise_windows.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// Channels of f32 or of a half.
template <class T, int V, bool isPart> struct ChannelsOf : Channels<VecF, V, isPart> {
  ChannelsOf(const DepthwiseArgs &args, int64_t channel)
      : Channels<VecF, V, isPart>{args, channel, args.channels - channel} {}

  QRT_INLINE_MEMBER VecF input(const void *pixel, int v) const {
    const T *p = static_cast<const T *>(pixel) + this->channel + v * vectorLanes;
    if constexpr (std::is_same_v<T, float>)
      return isPart ? loadFirst(p, this->count, 0) : loadVec<VecF>(p);
    else
      return isPart ? loadFirstHalves<T>(p, this->count) : loadHalves<T>(p);
  }
};
template <int V, bool isPart> using FloatChannels = ChannelsOf<float, V, isPart>;
template <int V, bool isPart> using BFloat16Channels = ChannelsOf<BFloat16, V, isPart>;
#if QRT_ISA_LEVEL >= 2 // which converts f16
template <int V, bool isPart> using Float16Channels = ChannelsOf<Float16, V, isPart>;
#endif

template <template <int, bool> class Channels, class Op> void floatRow(const DepthwiseArgs &args) {
  if (smallRow<Channels, Op>(args))
    return;
  if (args.stride == 1 && args.dilation == 1 && args.height == 7 && args.width == 7)
    row<Channels, SquareWindow<Op, 7, 1>, wideRow>(args);
  else
    row<Channels, AnyWindow<Op>, 2>(args);
}

template <template <int, bool> class Channels> void fillFloats(DepthwiseFn (&rows)[2]) {
  rows[0] = floatRow<Channels, FixedStep>;
  rows[1] = floatRow<Channels, FastStep>;
}

} // namespace

void fillDepthwise(DepthwiseKernels &kernels) {
  fillFloats<FloatChannels>(kernels.floats[int(ElementType::F32)]);
  fillFloats<BFloat16Channels>(kernels.floats[int(ElementType::BF16)]);
#if QRT_ISA_LEVEL >= 2
  fillFloats<Float16Channels>(kernels.floats[int(ElementType::F16)]);
#endif
  kernels.finishes = hasFinishes;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
