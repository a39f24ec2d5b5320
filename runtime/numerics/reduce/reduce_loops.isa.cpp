// Reductions of [reduced, columns] elements into one for each column, made from the rows of
// reductions.h.
#include "runtime/numerics/reduce/ordered_sum.h"
#include "runtime/numerics/reduce/reduce_kernels.h"

#include <limits>

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

/// One row's arithmetic on elements of type T.
template <ReduceKind kind, class T> struct Reducer {
  static constexpr ElementType type = elementTypeOf<T>();
  static constexpr ScalarType joined = *loadedType(joinedType(kind, type));
  static constexpr bool isFloats = joined == ScalarType::F32;
  using Acc = std::conditional_t<isFloats, float,
                                 std::conditional_t<joined == ScalarType::I64, int64_t, int32_t>>;

  QRT_INLINE Acc start() {
    using Limits = std::numeric_limits<Acc>;
    switch (rowOf(kind).start) {
    case ReduceStart::Zero: return 0;
    case ReduceStart::One: return 1;
    case ReduceStart::Lowest: return isFloats ? -Limits::infinity() : Limits::min();
    case ReduceStart::Highest: return isFloats ? Limits::infinity() : Limits::max();
    }
    return 0;
  }
  QRT_INLINE Acc term(T x, int32_t zeroPoint) {
    if constexpr (isFloats)
      return OrderedJoin<kind>::term(x);
    else if constexpr (isOrdered(kind) && !isPlainInteger(type))
      return Acc(x) - zeroPoint;
    else
      return Acc(x);
  }
  QRT_INLINE Acc join(Acc a, Acc b) {
    if constexpr (isFloats) {
      return JoinOf<kind>::Float::apply(a, b);
    } else if constexpr (isOrdered(kind)) { // plain integers wrap
      using Bits = std::make_unsigned_t<Acc>;
      return Acc(JoinOf<kind>::Integer::apply(Bits(a), Bits(b)));
    } else {
      return JoinOf<kind>::Integer::apply(a, b);
    }
  }
  /// `a` is the extreme of the two, and they are not equal.
  QRT_INLINE bool beats(Acc a, Acc b) {
    bool wins = isLargest(kind) ? b < a : a < b;
    return isFloats ? wins || (a != a && b == b) : wins;
  }
};

/// `width` columns from `c` on, held in registers.
template <ReduceKind kind, class T, int width>
QRT_INLINE void joinColumns(const ReduceArgs &args, int64_t c) {
  using R = Reducer<kind, T>;
  typename R::Acc acc[width];
  for (int i = 0; i < width; ++i)
    acc[i] = R::start();
  for (int64_t r = 0; r < args.count; ++r) {
    const T *in = static_cast<const T *>(args.x) + r * args.stride + c;
#pragma GCC ivdep
    for (int i = 0; i < width; ++i)
      acc[i] = R::join(acc[i], R::term(in[i], args.zeroPoint));
  }
  auto *out = static_cast<typename R::Acc *>(args.acc) + c;
  for (int i = 0; i < width; ++i)
    out[i] = acc[i];
}

/// The same of sums of bytes: in 16 bits for as many rows as those hold.
template <class T, int width> QRT_INLINE void sumByteColumns(const ReduceArgs &args, int64_t c) {
  constexpr int64_t most = 128; // rows, of at most 255 each
  uint32_t acc[width];
  for (int i = 0; i < width; ++i)
    acc[i] = uint32_t(-args.count) * uint32_t(args.zeroPoint);
  for (int64_t begin = 0; begin < args.count; begin += most) {
    const int64_t end = begin + most < args.count ? begin + most : args.count;
    int16_t part[width] = {};
    for (int64_t r = begin; r < end; ++r) {
      const T *in = static_cast<const T *>(args.x) + r * args.stride + c;
#pragma GCC ivdep
      for (int i = 0; i < width; ++i)
        part[i] = int16_t(part[i] + in[i]);
    }
    for (int i = 0; i < width; ++i)
      acc[i] += uint32_t(int32_t(part[i]));
  }
  std::memcpy(static_cast<uint32_t *>(args.acc) + c, acc, sizeof acc);
}

/// The same of the place of an extreme.
template <ReduceKind kind, class T, int width>
QRT_INLINE void indexColumns(const ReduceArgs &args, int64_t c) {
  using R = Reducer<kind, T>;
  const T *in = static_cast<const T *>(args.x) + c;
  typename R::Acc best[width];
  int32_t at[width];
  for (int i = 0; i < width; ++i)
    best[i] = in[i], at[i] = 0;
  for (int64_t r = 1; r < args.count; ++r)
#pragma GCC ivdep
    for (int i = 0; i < width; ++i) {
      typename R::Acc x = in[r * args.stride + i];
      bool wins = takesLast(kind) ? !R::beats(best[i], x) : R::beats(x, best[i]);
      best[i] = wins ? x : best[i];
      at[i] = wins ? int32_t(r) : at[i];
    }
  int64_t *out = static_cast<int64_t *>(args.acc) + c;
  for (int i = 0; i < width; ++i)
    out[i] = at[i];
}

/// A row of which every order of joins has the same bits.
template <ReduceKind kind, class T> QRT_INLINE void joinRow(const ReduceArgs &args) {
  using R = Reducer<kind, T>;
  constexpr int lanes = 4 * vectorLanes;
  const T *x = static_cast<const T *>(args.x);
  typename R::Acc acc[lanes];
  for (int l = 0; l < lanes; ++l)
    acc[l] = R::start();
  int64_t i = 0;
  for (; i + lanes <= args.count; i += lanes)
    for (int l = 0; l < lanes; ++l)
      acc[l] = R::join(acc[l], R::term(x[i + l], args.zeroPoint));
  for (; i < args.count; ++i)
    acc[0] = R::join(acc[0], R::term(x[i], args.zeroPoint));
  for (int l = 1; l < lanes; ++l)
    acc[0] = R::join(acc[0], acc[l]);
  std::memcpy(args.acc, acc, sizeof acc[0]);
}

template <ReduceKind kind> QRT_INLINE void joinOrdered(const ReduceArgs &args) {
  const float *x = static_cast<const float *>(args.x);
  float *out = static_cast<float *>(args.acc);
  if (args.stride == 1) {
    *out = orderedRow<kind>(x, args.count);
    return;
  }
  int64_t c = 0;
  for (; c + vectorLanes <= args.columns; c += vectorLanes)
    storeVec(out + c, orderedColumn<kind, VecF>(x + c, args.count, args.stride));
  for (; c < args.columns; ++c)
    out[c] = orderedColumn<kind, float>(x + c, args.count, args.stride);
}

template <ReduceKind kind, class T, int width>
QRT_INLINE void reduceColumns(const ReduceArgs &args, int64_t c) {
  if constexpr (isIndex(kind))
    indexColumns<kind, T, width>(args, c);
  else if constexpr (kind == ReduceKind::Sum && sizeof(T) == 1 &&
                     !isPlainInteger(elementTypeOf<T>()))
    sumByteColumns<T, width>(args, c);
  else
    joinColumns<kind, T, width>(args, c);
}

template <ReduceKind kind, class T> void reduceSlab(const ReduceArgs &args) {
  if constexpr (isOrdered(kind) && std::is_same_v<T, float>)
    return joinOrdered<kind>(args);
  if constexpr (!isIndex(kind))
    if (args.stride == 1)
      return joinRow<kind, T>(args);
  int64_t c = 0;
  for (; c + 4 * vectorLanes <= args.columns; c += 4 * vectorLanes)
    reduceColumns<kind, T, 4 * vectorLanes>(args, c);
  for (; c + vectorLanes <= args.columns; c += vectorLanes)
    reduceColumns<kind, T, vectorLanes>(args, c);
  for (; c + vectorLanes / 2 <= args.columns; c += vectorLanes / 2)
    reduceColumns<kind, T, vectorLanes / 2>(args, c);
  for (; c < args.columns; ++c)
    reduceColumns<kind, T, 1>(args, c);
}

template <ReduceKind kind, class Tag> void fill(ReduceKernels &kernels) {
  if constexpr (reduces(kind, Tag::type))
    kernels.reduce[int(kind)][int(Tag::type)] = reduceSlab<kind, typename Tag::Storage>;
}

} // namespace

void fillReductions(ReduceKernels &kernels) {
  for (int i = 0; i < elementTypeCount;
       ++i) // allElementTypes would be one for all instruction sets
    visitElementType(ElementType(i), [&](auto tag) {
#define QRT_FILL(name, ...) fill<ReduceKind::name, decltype(tag)>(kernels);
      QRT_REDUCTIONS(QRT_FILL)
#undef QRT_FILL
    });
}

} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
