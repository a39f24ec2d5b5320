#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

struct Problem {
  MatmulShape shape;
  int64_t batch, rows;
  int64_t matrices() const { return shape.sharedB ? 1 : batch; }
  std::string name() const {
    return std::to_string(batch) + "x" + std::to_string(rows) + "x" + std::to_string(shape.k) +
           "x" + std::to_string(shape.n) + (shape.transposedB ? " transposed" : "") +
           (shape.sharedB ? " shared" : "");
  }
};

Problem randomProblem(Random &random) {
  Problem p;
  p.shape.k = random.integer(1, 150);
  p.shape.n = random.integer(1, 100);
  p.shape.transposedB = random.integer(0, 1);
  p.shape.sharedB = random.integer(0, 1);
  p.batch = random.integer(1, 6);
  p.rows = random.integer(0, 1) ? 1 : random.integer(2, 40);
  return p;
}

template <class A, class B, class Acc>
std::vector<Acc> naive(const Problem &p, int64_t aZero, int64_t bZero, const std::vector<A> &a,
                       const std::vector<B> &b) {
  std::vector<Acc> out;
  const MatmulShape &s = p.shape;
  for (int64_t n = 0; n < p.batch; ++n)
    for (int64_t r = 0; r < p.rows; ++r)
      for (int64_t c = 0; c < s.n; ++c) {
        Acc acc = 0;
        for (int64_t k = 0; k < s.k; ++k) {
          int64_t matrix = (s.sharedB ? 0 : n) * s.k * s.n;
          B bValue = b[size_t(matrix + (s.transposedB ? c * s.k + k : k * s.n + c))];
          Acc product = (Acc(a[size_t((n * p.rows + r) * s.k + k)]) - Acc(aZero)) *
                        (Acc(bValue) - Acc(bZero));
          acc = acc + product;
        }
        out.push_back(acc);
      }
  return out;
}

template <class Acc, class A, class B>
std::vector<Acc> runMatmul(const Execution &execution, const Problem &p, QuantizedInput aType,
                           QuantizedInput bType, const std::vector<A> &a, const std::vector<B> &b) {
  std::vector<Acc> out(size_t(p.batch * p.rows * p.shape.n));
  ScalarProgram program = identityEpilogue(elementTypeOf<Acc>());
  auto packed = packMatmul(execution, p.shape, aType, p.matrices(), bType, b.data());
  matmul(execution, p.shape, p.batch, p.rows, aType, a.data(), *packed,
         {&program, {}, {}, out.data()});
  return out;
}

template <class A, class B, class Acc> void sweepProducts(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 40; ++i) {
    Problem p = randomProblem(random);
    auto a = random.values<A>(p.batch * p.rows * p.shape.k);
    auto b = random.values<B>(p.matrices() * p.shape.k * p.shape.n);
    int32_t aZero = random.integer(0, 1) ? 0 : int32_t(random.values<A>(1)[0]);
    int32_t bZero = random.integer(0, 1) ? 0 : int32_t(random.values<B>(1)[0]);
    auto expected = naive<A, B, Acc>(p, aZero, bZero, a, b);
    for (const Execution &execution : executions())
      expectSame(expected,
                 runMatmul<Acc>(execution, p, {elementTypeOf<A>(), aZero},
                                {elementTypeOf<B>(), bZero}, a, b),
                 describe(execution) + " seed " + std::to_string(seed) + " " + p.name());
  }
}

TEST(Matmul, Unsigned8BySigned8) { sweepProducts<uint8_t, int8_t, int32_t>(21); }
TEST(Matmul, Signed8BySigned8) { sweepProducts<int8_t, int8_t, int32_t>(22); }
TEST(Matmul, Unsigned8ByUnsigned8) { sweepProducts<uint8_t, uint8_t, int32_t>(23); }
TEST(Matmul, Signed16) { sweepProducts<int16_t, int16_t, int64_t>(24); }
TEST(Matmul, Signed16By8) {
  sweepProducts<int16_t, int8_t, int64_t>(26);
  sweepProducts<int16_t, uint8_t, int64_t>(27);
}

// The evaluator's and folding's order (F4).
TEST(Matmul, FixedOrderHasTheSameBitsEverywhere) {
  Random random(25);
  for (int i = 0; i < 40; ++i) {
    Problem p = randomProblem(random);
    auto a = random.values<float>(p.batch * p.rows * p.shape.k);
    auto b = random.values<float>(p.matrices() * p.shape.k * p.shape.n);
    auto expected = naive<float, float, float>(p, 0, 0, a, b);
    for (const Execution &execution : executions())
      expectSame(expected, runMatmul<float>(execution, p, {}, {}, a, b),
                 describe(execution) + " " + p.name());
  }
}

// Halves on either side or on both: the same bits as what they are widened to.
template <class Half> void sweepProductsOfHalves(uint64_t seed) {
  Random random(seed);
  for (int i = 0; i < 30; ++i) {
    Problem p = randomProblem(random);
    p.shape.k += p.shape.k % 2 * (i % 2); // odd and even
    auto a = halves<Half>(random, p.batch * p.rows * p.shape.k);
    auto b = halves<Half>(random, p.matrices() * p.shape.k * p.shape.n);
    auto wideA = widened(a), wideB = widened(b);
    const QuantizedInput half{elementTypeOf<Half>(), 0};
    for (FloatOrder order : {FloatOrder::Fixed, FloatOrder::Fast})
      for (const Execution &execution : executions(order)) {
        const std::string what = describe(execution) + " " + p.name();
        auto expected = runMatmul<float>(execution, p, {}, {}, wideA, wideB);
        expectHalfProducts<Half>(expected, runMatmul<float>(execution, p, half, half, a, b),
                                 execution, p.shape.k, what);
        expectSame(expected, runMatmul<float>(execution, p, half, {}, a, wideB), what);
        expectSame(expected, runMatmul<float>(execution, p, {}, half, wideA, b), what);
      }
  }
}

TEST(Matmul, Halves) { sweepProductsOfHalves<Float16>(28); }
TEST(Matmul, BrainHalves) { sweepProductsOfHalves<BFloat16>(29); }

TEST(Matmul, FastIsCloseToDouble) {
  Random random(26);
  for (int i = 0; i < 40; ++i) {
    Problem p = randomProblem(random);
    auto a = random.values<float>(p.batch * p.rows * p.shape.k);
    auto b = random.values<float>(p.matrices() * p.shape.k * p.shape.n);
    auto expected = naive<float, float, double>(p, 0, 0, a, b);
    for (const Execution &execution : executions(FloatOrder::Fast)) {
      auto actual = runMatmul<float>(execution, p, {}, {}, a, b);
      for (size_t k = 0; k < actual.size(); ++k)
        ASSERT_NEAR(expected[k], actual[k], 1e-6 * double(p.shape.k + 1))
            << describe(execution) << " " << p.name();
    }
  }
}

// Blocks of rows cross batch entries; the epilogue must still see each.
TEST(Matmul, EpilogueCoordinates) {
  Random random(27);
  for (int64_t rows : {1, 3, 30}) {
    Problem p{{20, 33, false, true}, 9, rows};
    auto a = random.values<uint8_t>(p.batch * rows * p.shape.k);
    auto b = random.values<int8_t>(p.shape.k * p.shape.n);
    auto perBatch = random.values<int32_t>(p.batch);
    auto perRow = random.values<int16_t>(rows);
    auto perColumn = random.values<int8_t>(p.shape.n);
    auto expected = naive<uint8_t, int8_t, int64_t>(p, 0, 0, a, b);
    for (size_t i = 0; i < expected.size(); ++i) {
      size_t c = i % size_t(p.shape.n), r = i / size_t(p.shape.n);
      expected[i] += int64_t(perBatch[r / size_t(rows)]) + perRow[r % size_t(rows)] + perColumn[c];
    }
    ScalarBuilder build;
    auto wide = [&](ScalarBuilder::Value v) { return build.apply(ScalarOp::I32ToI64, v); };
    auto sum = wide(build.accumulator(ElementType::I32));
    sum = build.apply(ScalarOp::AddI, sum,
                      wide(build.input({ScalarInputKind::Tensor, ElementType::I32, 0})));
    sum = build.apply(ScalarOp::AddI, sum,
                      wide(build.input({ScalarInputKind::Tensor, ElementType::I16, 1})));
    sum = build.apply(ScalarOp::AddI, sum,
                      wide(build.input({ScalarInputKind::Channel, ElementType::I8, 0})));
    ScalarProgram program = build.finish(sum, ElementType::I64);
    EpilogueTensor tensors[] = {{perBatch.data(), {1, 0, 0}}, {perRow.data(), {0, 1, 0}}};
    const void *channels[] = {perColumn.data()};
    for (const Execution &execution : executions()) {
      std::vector<int64_t> out(expected.size());
      QuantizedInput u8{ElementType::U8}, s8{ElementType::I8};
      auto packed = packMatmul(execution, p.shape, u8, 1, s8, b.data());
      matmul(execution, p.shape, p.batch, rows, u8, a.data(), *packed,
             {&program, tensors, channels, out.data()});
      expectSame(expected, out, describe(execution) + " " + p.name());
    }
  }
}

} // namespace
} // namespace qrt::test
