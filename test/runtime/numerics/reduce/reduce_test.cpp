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
// Sums that 16 bits cannot hold, for every width of columns.
template <class X> void sumExtremes(X extreme, int32_t zero) {
  for (int64_t inner : {1, 8, 24, 88, 200}) {
    const ReduceShape s{ReduceKind::Sum, 1100, inner};
    const std::vector<X> x(size_t(s.reduced * inner), extreme);
    const std::vector<int32_t> expected(size_t(inner), 1100 * (int32_t(extreme) - zero));
    for (const Execution &execution : executions(FloatOrder::Fast))
      expectSame(expected, runReduce<int32_t>(execution, s, 1, {elementTypeOf<X>(), zero}, x),
                 describe(execution) + " " + std::to_string(inner));
  }
}
TEST(Reduce, SumsOfExtremeBytes) {
  sumExtremes<uint8_t>(255, 3);
  sumExtremes<int8_t>(-128, 100);
  sumExtremes<int8_t>(127, -128);
}
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

/// Element i joins partial i mod 64; then p and p + 32, 16, … 1.
float orderedProduct(const std::vector<float> &x) {
  std::vector<float> partial(64, 1.0f);
  for (size_t i = 0; i < x.size(); ++i)
    partial[i % 64] *= x[i];
  for (size_t half = 32; half > 0; half /= 2)
    for (size_t p = 0; p < half; ++p)
      partial[p] *= partial[p + half];
  return partial[0];
}

// By hand from the numbers, along rows and down columns, on every path.
TEST(Reduce, ProductsAndNormsOfFloats) {
  Random random(51);
  for (int64_t inner : {1, 5, 40})
    for (int64_t reduced : {3, 64, 201}) {
      auto x = random.values<float>(reduced * inner);
      for (float &value : x)
        value = 1.0f + value / 64; // products stay in range
      std::vector<float> products, magnitudes, squares;
      for (int64_t c = 0; c < inner; ++c) {
        std::vector<float> column;
        for (int64_t r = 0; r < reduced; ++r)
          column.push_back(x[size_t(r * inner + c)]);
        products.push_back(orderedProduct(column));
        magnitudes.push_back(
            orderedSum(reduced, [&](int64_t r) { return std::fabs(column[size_t(r)]); }));
        squares.push_back(
            orderedSum(reduced, [&](int64_t r) { return column[size_t(r)] * column[size_t(r)]; }));
      }
      for (const Execution &execution : executions()) {
        auto run = [&](ReduceKind kind) {
          return runReduce<float>(execution, {kind, reduced, inner}, 1, {}, x);
        };
        expectSame(products, run(ReduceKind::Product), describe(execution) + " products");
        expectSame(magnitudes, run(ReduceKind::SumAbs), describe(execution) + " magnitudes");
        expectSame(squares, run(ReduceKind::SumSquares), describe(execution) + " squares");
      }
    }
}

// With few different values many are equal; a NaN precedes any number.
template <class X> void sweepPlaces(uint64_t seed) {
  Random random(seed);
  for (int64_t inner : {1, 3, 70})
    for (int64_t reduced : {1, 9, 130}) {
      std::vector<X> x(size_t(reduced * inner));
      for (X &value : x)
        value = X(random.integer(0, 3));
      if constexpr (std::is_same_v<X, float>)
        for (size_t i = 0; i < x.size(); i += size_t(random.integer(40, 90)))
          x[i] = NAN;
      for (ReduceKind kind : {ReduceKind::ArgMax, ReduceKind::ArgMin, ReduceKind::ArgMaxLast,
                              ReduceKind::ArgMinLast}) {
        bool largest = kind == ReduceKind::ArgMax || kind == ReduceKind::ArgMaxLast;
        bool last = kind == ReduceKind::ArgMaxLast || kind == ReduceKind::ArgMinLast;
        std::vector<int64_t> expected;
        for (int64_t c = 0; c < inner; ++c) {
          auto rank = [&](int64_t r) { // the higher, the sooner taken
            double v = double(x[size_t(r * inner + c)]);
            return std::isnan(v) ? 100.0 : largest ? v : -v;
          };
          int64_t best = 0;
          for (int64_t r = 1; r < reduced; ++r)
            if (rank(r) > rank(best) || (last && rank(r) == rank(best)))
              best = r;
          expected.push_back(best);
        }
        for (const Execution &execution : executions())
          expectSame(
              expected,
              runReduce<int64_t>(execution, {kind, reduced, inner}, 1, {elementTypeOf<X>(), 0}, x),
              describe(execution) + " " + std::string(rowOf(kind).text));
      }
    }
}
TEST(Reduce, PlacesOfFloats) { sweepPlaces<float>(52); }
TEST(Reduce, PlacesOfSteps) {
  sweepPlaces<int8_t>(53);
  sweepPlaces<uint8_t>(54);
  sweepPlaces<int16_t>(55);
}
TEST(Reduce, PlacesOfIntegers) {
  sweepPlaces<int32_t>(56);
  sweepPlaces<int64_t>(57);
}

TEST(Reduce, IntegersWrap) {
  std::vector<int64_t> x{INT64_MAX, 2, -3, 5};
  std::vector<int32_t> y{INT32_MAX, 2, -3, 5};
  for (const Execution &execution : executions()) {
    auto of = [&](ReduceKind kind) {
      return runReduce<int64_t>(execution, {kind, 4, 1}, 1, {ElementType::I64}, x)[0];
    };
    auto narrow = [&](ReduceKind kind) {
      return runReduce<int32_t>(execution, {kind, 4, 1}, 1, {ElementType::I32}, y)[0];
    };
    EXPECT_EQ(of(ReduceKind::Sum), INT64_MIN + 3);
    EXPECT_EQ(of(ReduceKind::Product), 30);
    EXPECT_EQ(of(ReduceKind::Max), INT64_MAX);
    EXPECT_EQ(of(ReduceKind::Min), -3);
    EXPECT_EQ(narrow(ReduceKind::Sum), INT32_MIN + 3);
    EXPECT_EQ(narrow(ReduceKind::Product), 30);
    EXPECT_EQ(narrow(ReduceKind::Min), -3);
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
