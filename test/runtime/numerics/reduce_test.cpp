#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

template <class X, class Acc>
std::vector<Acc> naive(const ReduceShape &s, int64_t outer, int32_t zero, const std::vector<X> &x) {
  std::vector<Acc> out;
  for (int64_t o = 0; o < outer; ++o)
    for (int64_t i = 0; i < s.inner; ++i) {
      auto at = [&](int64_t r) { return Acc(x[size_t((o * s.reduced + r) * s.inner + i)]); };
      if constexpr (std::is_same_v<Acc, float>)
        if (s.kind == ReduceKind::Sum) {
          out.push_back(orderedSum(s.reduced, at));
          continue;
        }
      Acc acc = s.kind == ReduceKind::Sum ? Acc(0) : at(0);
      for (int64_t r = 0; r < s.reduced; ++r)
        acc = s.kind == ReduceKind::Sum   ? Acc(acc + (at(r) - Acc(zero)))
              : s.kind == ReduceKind::Max ? std::max(acc, at(r))
                                          : std::min(acc, at(r));
      out.push_back(acc);
    }
  return out;
}

ReduceShape randomShape(Random &random, ReduceKind kind) {
  return {kind, random.integer(1, 300), random.integer(0, 1) ? 1 : random.integer(2, 150)};
}

template <class Acc, class X>
std::vector<Acc> runReduce(const Execution &execution, const ReduceShape &s, int64_t outer,
                           QuantizedInput input, const std::vector<X> &x) {
  std::vector<Acc> out(size_t(outer * s.inner));
  ScalarProgram program = identityEpilogue(elementTypeOf<Acc>());
  reduce(execution, s, outer, input, x.data(), {&program, {}, {}, out.data()});
  return out;
}

template <class X, class Acc> void sweep(ReduceKind kind, uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    ReduceShape s = randomShape(random, kind);
    int64_t outer = random.integer(1, 20);
    auto x = random.values<X>(outer * s.reduced * s.inner);
    int32_t zero = std::is_same_v<X, float> ? 0 : int32_t(random.integer(-5, 120));
    auto expected = naive<X, Acc>(s, outer, zero, x);
    for (const Execution &execution : executions(FloatOrder::Fast))
      expectSame(expected, runReduce<Acc>(execution, s, outer, {elementTypeOf<X>(), zero}, x),
                 describe(execution) + " seed " + std::to_string(seed) + " " +
                     std::to_string(outer) + "x" + std::to_string(s.reduced) + "x" +
                     std::to_string(s.inner));
  }
}

TEST(Reduce, SumFloatInItsOrder) { sweep<float, float>(ReduceKind::Sum, 41); }
TEST(Reduce, SumUnsigned8) { sweep<uint8_t, int32_t>(ReduceKind::Sum, 42); }
TEST(Reduce, SumSigned8) { sweep<int8_t, int32_t>(ReduceKind::Sum, 43); }
TEST(Reduce, SumSigned16) { sweep<int16_t, int64_t>(ReduceKind::Sum, 44); }
TEST(Reduce, MaxFloat) { sweep<float, float>(ReduceKind::Max, 45); }
TEST(Reduce, MinFloat) { sweep<float, float>(ReduceKind::Min, 46); }
TEST(Reduce, MaxUnsigned8) { sweep<uint8_t, int32_t>(ReduceKind::Max, 47); }
TEST(Reduce, MinSigned8) { sweep<int8_t, int32_t>(ReduceKind::Min, 48); }

TEST(Reduce, FloatSumIsCloseToDouble) {
  Random random(49);
  for (int i = 0; i < 20; ++i) {
    ReduceShape s = randomShape(random, ReduceKind::Sum);
    auto x = random.values<float>(3 * s.reduced * s.inner);
    auto expected = naive<float, double>(s, 3, 0, x);
    auto actual = runReduce<float>({}, s, 3, {}, x);
    for (size_t k = 0; k < actual.size(); ++k)
      ASSERT_NEAR(expected[k], actual[k], 1e-6 * double(s.reduced));
  }
}

// Wherever the NaN or the +0 stands, along rows and down columns.
TEST(Reduce, ExtremesOfNaNAndZeros) {
  for (int64_t inner : {1, 3, 40})
    for (ReduceKind kind : {ReduceKind::Max, ReduceKind::Min})
      for (int64_t at = 0; at < 5; ++at) {
        bool isMax = kind == ReduceKind::Max;
        std::vector<float> zeros(size_t(5 * inner), isMax ? -0.0f : 0.0f), nans = zeros;
        for (int64_t c = 0; c < inner; ++c) {
          zeros[size_t(at * inner + c)] = isMax ? 0.0f : -0.0f;
          nans[size_t(at * inner + c)] = NAN;
        }
        for (const Execution &execution : executions()) {
          auto zero = runReduce<float>(execution, {kind, 5, inner}, 1, {}, zeros);
          auto nan = runReduce<float>(execution, {kind, 5, inner}, 1, {}, nans);
          for (int64_t c = 0; c < inner; ++c) {
            EXPECT_EQ(std::signbit(zero[size_t(c)]), !isMax) << describe(execution);
            EXPECT_TRUE(std::isnan(nan[size_t(c)])) << describe(execution);
          }
        }
      }
}

// Rows of the epilogue's tile walk the outer dimension here.
TEST(Reduce, EpilogueCoordinates) {
  Random random(50);
  for (int64_t inner : {1, 7, 64}) {
    ReduceShape s{ReduceKind::Sum, 9, inner};
    int64_t outer = 301;
    auto x = random.values<int8_t>(outer * s.reduced * inner);
    auto perOuter = random.values<int16_t>(outer), perInner = random.values<int16_t>(inner);
    auto expected = naive<int8_t, int32_t>(s, outer, 0, x);
    for (size_t k = 0; k < expected.size(); ++k)
      expected[k] += perOuter[k / size_t(inner)] + perInner[k % size_t(inner)];
    ScalarBuilder b;
    auto sum = b.apply(ScalarOp::AddI, b.accumulator(ElementType::I32),
                       b.input({ScalarInputKind::Tensor, ElementType::I16, 0}));
    sum = b.apply(ScalarOp::AddI, sum, b.input({ScalarInputKind::Channel, ElementType::I16, 0}));
    ScalarProgram program = b.finish(sum, ElementType::I32);
    EpilogueTensor tensors[] = {{perOuter.data(), {1, 0, 0}}};
    const void *channels[] = {perInner.data()};
    for (const Execution &execution : executions()) {
      std::vector<int32_t> out(expected.size());
      reduce(execution, s, outer, {ElementType::I8}, x.data(),
             {&program, tensors, channels, out.data()});
      expectSame(expected, out, describe(execution) + " inner " + std::to_string(inner));
    }
  }
}

} // namespace
} // namespace qrt::test
