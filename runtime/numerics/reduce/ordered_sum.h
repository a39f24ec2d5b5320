// The one order in which floats are added (softmax, mean, reduce-sum, norms) and multiplied, the
// same on every path and device: element i joins partial i mod 64, ascending, from +0 (or 1); the
// partials combine as a tree: p and p + 32, then 16, … 1. Only sources called
// X.isa.cpp include it. lowering/kernels/common/ordered_sum.h is the kernels' form.
#pragma once

#include "runtime/numerics/execution/simd.h"
#include "runtime/numerics/reduce/reductions.h"
#include "runtime/numerics/scalar/scalar_arith.h"

namespace qrt {
namespace QRT_ISA_NAMESPACE {
namespace {

constexpr int sumPartials = 64;

template <ReduceKind kind> struct JoinOf;
#define QRT_JOIN(name, text, order, joinF, joinI, ...)                                             \
  template <> struct JoinOf<ReduceKind::name> {                                                    \
    using Float = arith::joinF;                                                                    \
    using Integer = arith::joinI;                                                                  \
  };
QRT_REDUCTIONS(QRT_JOIN)
#undef QRT_JOIN

QRT_INLINE VecF joinVec(arith::AddF, VecF a, VecF b) { return a + b; }
QRT_INLINE VecF joinVec(arith::MulF, VecF a, VecF b) { return a * b; }

template <class V> QRT_INLINE V filled(float x) {
  if constexpr (std::is_same_v<V, float>)
    return x;
  else
    return splat(x);
}

/// One row's join of floats, a value or a vector at a time.
template <ReduceKind kind> struct OrderedJoin {
  using Join = typename JoinOf<kind>::Float;
  static constexpr float start = rowOf(kind).start == ReduceStart::One ? 1.0f : 0.0f;
  template <class V> QRT_INLINE V term(V x) {
    if constexpr (rowOf(kind).term == ReduceTerm::Square)
      return x * x;
    else if constexpr (rowOf(kind).term == ReduceTerm::Value)
      return x;
    else if constexpr (std::is_same_v<V, float>)
      return __builtin_fabsf(x);
    else
      return (V)((VecI)x & splat(INT32_MAX));
  }
  template <class V> QRT_INLINE V join(V a, V b) {
    if constexpr (std::is_same_v<V, float>)
      return Join::apply(a, b);
    else
      return joinVec(Join(), a, b);
  }
};

/// `count` terms of a row, a vector at a time: whole(i) from term i on, first(i, n) of n terms
/// followed by the neutral element.
template <class Op, class Whole, class First>
QRT_INLINE float orderedTerms(int64_t count, Whole whole, First first) {
  constexpr int vectors = sumPartials / vectorLanes;
  VecF partial[vectors];
  for (VecF &p : partial)
    p = splat(Op::start);
  int64_t i = 0;
  for (; i + sumPartials <= count; i += sumPartials)
#pragma GCC unroll 16
    for (int v = 0; v < vectors; ++v)
      partial[v] = Op::join(partial[v], whole(i + v * vectorLanes));
#pragma GCC unroll 16
  for (int v = 0; v < vectors; ++v, i += vectorLanes) {
    if (i + vectorLanes <= count)
      partial[v] = Op::join(partial[v], whole(i));
    else if (i < count) // joining the start changes no partial: none is −0
      partial[v] = Op::join(partial[v], first(i, count - i));
  }
#pragma GCC unroll 4
  for (int half = vectors / 2; half > 0; half /= 2)
    for (int v = 0; v < half; ++v)
      partial[v] = Op::join(partial[v], partial[v + half]);
  float lane[vectorLanes];
  storeVec(lane, partial[0]);
#pragma GCC unroll 4
  for (int half = vectorLanes / 2; half > 0; half /= 2)
    for (int l = 0; l < half; ++l)
      lane[l] = Op::join(lane[l], lane[l + half]);
  return lane[0];
}

/// Along a row.
template <ReduceKind kind> QRT_INLINE float orderedRow(const float *x, int64_t count) {
  using Op = OrderedJoin<kind>;
  return orderedTerms<Op>(
      count, [&](int64_t i) { return Op::term(loadVec<VecF>(x + i)); },
      [&](int64_t i, int64_t n) { return Op::term(loadFirst(x + i, n, Op::start)); });
}

/// Joins partials 0, 8, … 56, or the results of joining partials 0 … 7.
template <class Op, class V> QRT_INLINE V joinEight(const V (&p)[8]) {
  V even = Op::join(Op::join(p[0], p[4]), Op::join(p[2], p[6]));
  V odd = Op::join(Op::join(p[1], p[5]), Op::join(p[3], p[7]));
  return Op::join(even, odd);
}

/// Down columns `stride` elements apart, as many as V has lanes. Eight partials
/// at a time stay in registers.
template <ReduceKind kind, class V>
QRT_INLINE V orderedColumn(const float *x, int64_t count, int64_t stride) {
  using Op = OrderedJoin<kind>;
  V low[8];
  for (int64_t l = 0; l < 8; ++l) {
    V high[8];
    for (V &p : high)
      p = filled<V>(Op::start);
    int64_t i = l;
    for (; i + 56 < count; i += sumPartials)
      for (int64_t h = 0; h < 8; ++h)
        high[h] = Op::join(high[h], Op::term(loadVec<V>(x + (i + 8 * h) * stride)));
#pragma GCC unroll 8
    for (int64_t h = 0; h < 8; ++h)
      if (i + 8 * h < count)
        high[h] = Op::join(high[h], Op::term(loadVec<V>(x + (i + 8 * h) * stride)));
    low[l] = joinEight<Op>(high);
  }
  return joinEight<Op>(low);
}

} // namespace
} // namespace QRT_ISA_NAMESPACE
} // namespace qrt
