// Windows of bytes, folded along one axis at a time: maxima stay bytes, sums have 16 bits. The
// order of integer sums does not matter, so the parts that neighbouring windows share are folded
// once.
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/windows/fold_kernels.h"

#include <limits>

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

template <class T, int lanes> using Lanes __attribute__((vector_size(lanes * sizeof(T)))) = T;

template <class T> struct MaxOf {
  using Source = T;
  using Acc = T;
  using Out = T;
  QRT_INLINE Acc start(int32_t, int64_t) { return std::numeric_limits<T>::min(); }
  template <class V> QRT_INLINE V step(V acc, V x) { return acc < x ? x : acc; }
};

template <class T> struct SumOf {
  using Source = T;
  using Acc = int16_t;
  using Out = int16_t;
  QRT_INLINE Acc start(int32_t zero, int64_t taps) { return Acc(-zero * taps); }
  template <class V> QRT_INLINE V step(V acc, V x) { return V(acc + x); }
};
struct SumOfSums : SumOf<int16_t> {
  using Out = int32_t;
};

/// `vectors` of `lanes` elements from `i` on, held in registers over all taps. Said as vectors: the
/// compiler would take short loops of taps for them.
template <class Fold, int lanes, int vectors = 1>
QRT_INLINE void fold(const FoldArgs &args, const typename Fold::Source *from,
                     typename Fold::Out *out, int64_t i) {
  using Sum = Lanes<typename Fold::Acc, lanes>;
  Sum acc[vectors];
  for (Sum &a : acc)
    a = Sum{} + Fold::start(args.zeroPoint, args.taps);
  for (int64_t t = 0; t < args.taps; ++t)
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) {
      Lanes<typename Fold::Source, lanes> x;
      std::memcpy(&x, from + t * args.tapStride + i + v * lanes, sizeof x);
      acc[v] = Fold::step(acc[v], __builtin_convertvector(x, Sum));
    });
  for (int v = 0; v < vectors; ++v) {
    const auto result = __builtin_convertvector(acc[v], Lanes<typename Fold::Out, lanes>);
    std::memcpy(out + i + v * lanes, &result, sizeof result);
  }
}

template <class Fold>
QRT_INLINE void foldOne(const FoldArgs &args, const typename Fold::Source *from,
                        typename Fold::Out *out, int64_t i) {
  typename Fold::Acc acc = Fold::start(args.zeroPoint, args.taps);
  for (int64_t t = 0; t < args.taps; ++t)
    acc = Fold::step(acc, typename Fold::Acc(from[t * args.tapStride + i]));
  out[i] = acc;
}

/// Vectors of `lanes`, the last of which takes some elements again. False: there are fewer.
template <class Fold, int lanes>
QRT_INLINE bool foldAll(const FoldArgs &args, const typename Fold::Source *from,
                        typename Fold::Out *out) {
  if (args.count < lanes)
    return false;
  int64_t i = 0;
  for (; i + 4 * lanes <= args.count; i += 4 * lanes)
    fold<Fold, lanes, 4>(args, from, out, i);
  for (; i + lanes <= args.count; i += lanes)
    fold<Fold, lanes>(args, from, out, i);
  if (i < args.count)
    fold<Fold, lanes>(args, from, out, args.count - lanes);
  return true;
}

template <class Fold> void folds(const FoldArgs &args) {
  constexpr int wide = vectorLanes * 4 / int(sizeof(typename Fold::Acc));
  constexpr int narrow = 16 / int(sizeof(typename Fold::Acc));
  for (int64_t p = 0; p < args.pixels; ++p) {
    auto *from = static_cast<const typename Fold::Source *>(args.from) + p * args.pixelStride;
    auto *out = static_cast<typename Fold::Out *>(args.out) + p * args.outStride;
    if (foldAll<Fold, wide>(args, from, out) ||
        foldAll<Fold, (wide < 2 * narrow ? wide : 2 * narrow)>(args, from, out) ||
        foldAll<Fold, narrow>(args, from, out))
      continue;
    for (int64_t i = 0; i < args.count; ++i)
      foldOne<Fold>(args, from, out, i);
  }
}

} // namespace

void fillFolds(FoldKernels &kernels) {
  kernels.foldMax[int(ElementType::I8)] = folds<MaxOf<int8_t>>;
  kernels.foldMax[int(ElementType::U8)] = folds<MaxOf<uint8_t>>;
  kernels.foldSum[int(ElementType::I8)] = folds<SumOf<int8_t>>;
  kernels.foldSum[int(ElementType::U8)] = folds<SumOf<uint8_t>>;
  kernels.foldSums = folds<SumOfSums>;
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
