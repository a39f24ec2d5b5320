// Windows over channels-last data: pools and depthwise convolutions. One
// output pixel: every channel's window, taps in order.
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/scalar/scalar_arith.h"
#include "runtime/numerics/windows/tap_kernels.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {

namespace {

template <class T> struct Sum {
  using Source = T;
  using Acc = int32_t;
  QRT_INLINE Acc start() { return 0; }
  QRT_INLINE Acc step(Acc acc, T x, int32_t zero, Acc) { return acc + (int32_t(x) - zero); }
};
template <> struct Sum<int16_t> {
  using Source = int16_t;
  using Acc = int64_t;
  QRT_INLINE Acc start() { return 0; }
  QRT_INLINE Acc step(Acc acc, int16_t x, int32_t zero, Acc) { return acc + (x - zero); }
};
template <> struct Sum<float> {
  using Source = float;
  using Acc = float;
  QRT_INLINE Acc start() { return 0; }
  QRT_INLINE Acc step(Acc acc, float x, int32_t, Acc) { return acc + x; }
};

// The greatest of nothing is the type's least.
template <class T> struct Max {
  using Source = T;
  using Acc = int32_t;
  QRT_INLINE Acc start() { return INT32_MIN; }
  QRT_INLINE Acc step(Acc acc, T x, int32_t, Acc) { return acc < int32_t(x) ? int32_t(x) : acc; }
};
template <> struct Max<float> {
  using Source = float;
  using Acc = float;
  QRT_INLINE Acc start() { return -__builtin_inff(); }
  QRT_INLINE Acc step(Acc acc, float x, int32_t, Acc) { return arith::maxF(acc, x); }
};

template <class T> struct Dot {
  using Source = T;
  using Acc = int32_t;
  QRT_INLINE Acc start() { return 0; }
  QRT_INLINE Acc step(Acc acc, T x, int32_t zero, Acc w) { return acc + (int32_t(x) - zero) * w; }
};
template <> struct Dot<float> {
  using Source = float;
  using Acc = float;
  QRT_INLINE Acc start() { return 0; }
  QRT_INLINE Acc step(Acc acc, float x, int32_t, Acc w) { return acc + x * w; }
};
struct DotFast : Dot<float> {
  QRT_INLINE Acc step(Acc acc, float x, int32_t, Acc w) {
#if QRT_ISA_LEVEL >= 1
    return __builtin_fmaf(x, w, acc);
#else
    return acc + x * w;
#endif
  }
};

/// `Op` of floats on halves, widened as they are loaded.
template <class Half, class Op> struct Widened : Op {
  using Source = Half;
};

/// `width` channels from channel `c` on, held in registers over all taps.
template <class Op, bool weighted, int width>
QRT_INLINE void window(const TapArgs &args, int64_t c) {
  using Source = typename Op::Source;
  using Acc = typename Op::Acc;
  Acc acc[width];
  for (int i = 0; i < width; ++i)
    acc[i] = Op::start();
  for (int64_t y = 0; y < args.ny; ++y)
    for (int64_t x = 0; x < args.nx; ++x) {
      const Source *in =
          static_cast<const Source *>(args.x) + y * args.strideY + x * args.strideX + c;
      const Acc *w = nullptr;
      if constexpr (weighted)
        w = static_cast<const Acc *>(args.weights) + y * args.weightStrideY +
            x * args.weightStrideX + c;
#pragma GCC ivdep
      for (int i = 0; i < width; ++i)
        acc[i] = Op::step(acc[i], in[i], args.zeroPoint, weighted ? w[i] : Acc(0));
    }
  Acc *out = static_cast<Acc *>(args.acc) + c;
  for (int i = 0; i < width; ++i)
    out[i] = acc[i];
}

template <class Op, bool weighted = false> void taps(const TapArgs &args) {
  int64_t c = 0;
  for (; c + 4 * vectorLanes <= args.channels; c += 4 * vectorLanes)
    window<Op, weighted, 4 * vectorLanes>(args, c);
  for (; c + vectorLanes <= args.channels; c += vectorLanes)
    window<Op, weighted, vectorLanes>(args, c);
  if (c < args.channels && args.channels >= vectorLanes) // some channels again
    return window<Op, weighted, vectorLanes>(args, args.channels - vectorLanes);
  for (; c < args.channels; ++c)
    window<Op, weighted, 1>(args, c);
}

template <class T> void fillType(TapKernels &kernels, ElementType type) {
  kernels.tap[int(TapKind::Sum)][int(type)] = taps<Sum<T>>;
  kernels.tap[int(TapKind::Max)][int(type)] = taps<Max<T>>;
}

template <class Half> void fillHalf(TapKernels &kernels, ElementType type) {
  kernels.tap[int(TapKind::Sum)][int(type)] = taps<Widened<Half, Sum<float>>>;
  kernels.tap[int(TapKind::Max)][int(type)] = taps<Widened<Half, Max<float>>>;
  kernels.tap[int(TapKind::Dot)][int(type)] = taps<Widened<Half, Dot<float>>, true>;
  kernels.tap[int(TapKind::DotFast)][int(type)] = taps<Widened<Half, DotFast>, true>;
}

} // namespace

void fillTaps(TapKernels &kernels) {
  fillType<float>(kernels, ElementType::F32);
  fillType<int8_t>(kernels, ElementType::I8);
  fillType<uint8_t>(kernels, ElementType::U8);
  fillType<int16_t>(kernels, ElementType::I16);
  fillHalf<Float16>(kernels, ElementType::F16);
  fillHalf<BFloat16>(kernels, ElementType::BF16);
  TapFn *dot = kernels.tap[int(TapKind::Dot)], *fast = kernels.tap[int(TapKind::DotFast)];
  dot[int(ElementType::F32)] = taps<Dot<float>, true>;
  fast[int(ElementType::F32)] = taps<DotFast, true>;
  dot[int(ElementType::I8)] = fast[int(ElementType::I8)] = taps<Dot<int8_t>, true>;
  dot[int(ElementType::U8)] = fast[int(ElementType::U8)] = taps<Dot<uint8_t>, true>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
