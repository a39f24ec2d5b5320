// Finishes (finish.h) of sums in vector registers, for instruction sets that have them.
#pragma once

#include "runtime/numerics/execution/finish.h"
#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/execution/simd_halves.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

constexpr bool hasFinishes = QRT_ISA_LEVEL >= 1;

/// Finishes a row of `vectors` vectors; the sums' type `Vec` selects the kind. Instruction sets
/// without finishes get this empty one; its stores are never called.
template <class Vec, int vectors> struct FinishVectors {
  explicit FinishVectors(const Finish &) {}
  void store(int64_t, int, Vec) const {}
  void storeRow(int64_t, const Vec (&)[vectors]) const {}
  static Vec start(const Finish &, int) { return Vec{}; }
};

#if QRT_ISA_LEVEL >= 1
/// Counts and loads the columns that vector v of a row covers; the last vector may be partial.
struct FinishLanes {
  int64_t columns;
  QRT_INLINE_MEMBER int64_t count(int v) const {
    const int64_t left = columns - v * vectorLanes;
    return left < vectorLanes ? left : vectorLanes;
  }
  template <class V> QRT_INLINE_MEMBER V load(const FinishOperand &of, int v) const {
    const float *from = static_cast<const float *>(of.at(v * vectorLanes));
    const int64_t n = count(v);
    return n == vectorLanes ? loadVec<V>(from) : n <= 0 ? V{} : (V)loadFirst(from, n, 0);
  }
};

template <int vectors> struct FinishVectors<VecF, vectors> {
  FinishLanes lanes;
  VecF bias[vectors], lower, upper, positive;
  char *output;
  int64_t rowBytes;
  bool isHalf; // bf16

  QRT_INLINE_MEMBER explicit FinishVectors(const Finish &finish)
      : lanes{finish.columns}, lower(splat(finish.lower)), upper(splat(finish.upper)),
        positive(splat(finish.positive)), output(finish.output), rowBytes(finish.rowBytes),
        isHalf(finish.stored == ElementType::BF16) {
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) {
      bias[v] = finish.bias ? lanes.load<VecF>({finish.bias}, v) : splat(-0.0f);
    });
  }
  /// Sums start at zero, because float order is fixed and the bias is added last.
  QRT_INLINE_MEMBER static VecF start(const Finish &, int) { return VecF{}; }
  QRT_INLINE_MEMBER void storeRow(int64_t row, const VecF (&sums)[vectors]) const {
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) { store(row, v, sums[v]); });
  }
  QRT_INLINE_MEMBER void store(int64_t row, int v, VecF sum) const {
    const VecF x = atMost(atLeast(sum + bias[v], lower), upper) + positive;
    const int64_t n = lanes.count(v);
    if (isHalf)
      return storeHalf(output + row * rowBytes + v * vectorLanes * 2, n, x);
    float *target = reinterpret_cast<float *>(output + row * rowBytes) + v * vectorLanes;
    if (n == vectorLanes)
      storeVec(target, x);
    else if (n > 0)
      storeFirst(target, n, x);
  }

private:
  QRT_INLINE_MEMBER static void storeHalf(char *target, int64_t n, VecF x) {
    if (n == vectorLanes)
      storeHalves<BFloat16>(target, x);
    else if (n > 0)
      storeFirstHalves<BFloat16>(target, n, x);
  }
};

/// Under fixed point the bits of `scale` and of the bounds are integers.
template <int vectors> struct FinishVectors<VecI, vectors> {
  FinishLanes lanes;
  bool isFixed;
  VecI zero, shifts[vectors];
  VecF scale[vectors], lower, upper;
  char *output;
  int64_t rowBytes;

  QRT_INLINE_MEMBER explicit FinishVectors(const Finish &finish)
      : lanes{finish.columns}, isFixed(finish.shifts.data), zero(splat(finish.zero)),
        lower(bound(finish.lower)), upper(bound(finish.upper)), output(finish.output),
        rowBytes(finish.rowBytes) {
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) {
      scale[v] = lanes.load<VecF>(finish.scale, v);
      shifts[v] = isFixed ? lanes.load<VecI>(finish.shifts, v) : VecI{};
    });
  }
  QRT_INLINE_MEMBER VecF bound(float value) const {
    return isFixed ? (VecF)splat(int32_t(value)) : splat(value);
  }
  /// Sums start at the bias: integer addition wraps, so the order does not matter.
  QRT_INLINE_MEMBER static VecI start(const Finish &finish, int v) {
    return finish.bias ? FinishLanes{finish.columns}.load<VecI>({finish.bias}, v) : VecI{};
  }
  QRT_INLINE_MEMBER VecI quantized(int v, VecI sum) const {
    if (!isFixed)
      return roundToI32(atMost(atLeast(toF32(sum) * scale[v], lower), upper)) + zero;
    const VecI product = shrRound(mulHigh(sum, (VecI)scale[v]), shifts[v]);
    return atMost(atLeast(product, (VecI)lower), (VecI)upper) + zero;
  }
  QRT_INLINE_MEMBER void storeRow(int64_t row, const VecI (&sums)[vectors]) const {
#if QRT_ISA_LEVEL == 1
    if constexpr (vectors == 2)
      if (lanes.count(1) == vectorLanes)
        return storeVec(output + row * rowBytes,
                        lowestBytes(quantized(0, sums[0]), quantized(1, sums[1])));
#endif
    forEach<vectors>([&]<int v>() __attribute__((always_inline)) { store(row, v, sums[v]); });
  }
  QRT_INLINE_MEMBER void store(int64_t row, int v, VecI sum) const {
    const int64_t n = lanes.count(v);
    if (n > 0)
      storeBytes(output + row * rowBytes + v * vectorLanes, quantized(v, sum), n);
  }
};
#endif

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
