#include "test/runtime/numerics/walks.h"

namespace qrt::test {
namespace {

TEST(Elementwise, RandomWalksOfTwoOperands) {
  constexpr uint64_t seed = 61;
  Random random(seed);
  ScalarBuilder b;
  auto sum =
      b.apply(ScalarOp::AddF, b.input({ScalarInputKind::Tensor, ElementType::F32, 0}),
              b.apply(ScalarOp::IntToF32, b.input({ScalarInputKind::Tensor, ElementType::I8, 1})));
  ScalarProgram program = b.finish(sum, ElementType::F32);
  for (int i = 0; i < 200; ++i) {
    StridedWalk walk = randomWalk(random);
    StridedAccess a = randomAccess(random, walk), c = randomAccess(random, walk);
    std::vector<size_t> order(walk.sizes.size());
    std::iota(order.begin(), order.end(), 0);
    if (random.integer(0, 2) == 0)
      std::reverse(order.begin(), order.end());
    StridedAccess out = denseAccess(walk, order);
    auto aAt = offsetsOf(walk, a), cAt = offsetsOf(walk, c), outAt = offsetsOf(walk, out);
    auto x = random.values<float>(*std::max_element(aAt.begin(), aAt.end()) + 1);
    auto y = random.values<int8_t>(*std::max_element(cAt.begin(), cAt.end()) + 1);
    std::vector<float> expected(outAt.size());
    for (size_t k = 0; k < outAt.size(); ++k)
      expected[size_t(outAt[k])] = x[size_t(aAt[k])] + float(y[size_t(cAt[k])]);
    ElementwiseOperand operands[] = {{x.data(), a}, {y.data(), c}};
    for (const Execution &execution : executions()) {
      std::vector<float> actual(expected.size());
      EXPECT_TRUE(elementwise(execution, walk, program, {operands}, out, actual.data()).ok());
      expectSame(expected, actual,
                 describe(execution) + " seed " + std::to_string(seed) + " walk " +
                     std::to_string(i) + " " + shapeToString(walk.sizes));
    }
  }
}

TEST(Elementwise, LongVectorsAreCut) {
  Random random(62);
  ScalarBuilder b;
  auto twice = b.apply(ScalarOp::MulF, b.input({ScalarInputKind::Tensor, ElementType::F32, 0}),
                       b.constant(2.0f));
  ScalarProgram program = b.finish(twice, ElementType::F32);
  for (int64_t rows : {1, 3}) {
    StridedWalk walk{{rows, 50001}};
    auto x = random.values<float>(rows * 50002);
    StridedAccess in{{50002, 1}, 1}, out{{50001, 1}, 0};
    ElementwiseOperand operands[] = {{x.data(), in}};
    for (const Execution &execution : executions()) {
      std::vector<float> actual(size_t(rows * 50001));
      EXPECT_TRUE(elementwise(execution, walk, program, {operands}, out, actual.data()).ok());
      for (size_t k = 0; k < actual.size(); ++k)
        ASSERT_EQ(actual[k], 2 * x[k / 50001 * 50002 + k % 50001 + 1]);
    }
  }
}

TEST(Elementwise, ATurnedInputBesideOneThatIsNot) {
  Random random(63);
  ScalarBuilder b;
  auto sum = b.apply(ScalarOp::AddF, b.input({ScalarInputKind::Tensor, ElementType::F32, 0}),
                     b.input({ScalarInputKind::Tensor, ElementType::F32, 1}));
  ScalarProgram program = b.finish(sum, ElementType::F32);
  for (auto [rows, columns] :
       {std::pair<int64_t, int64_t>{15, 300}, {16, 16}, {37, 301}, {300, 5}}) {
    const StridedWalk walk{{rows, columns}};
    auto x = random.values<float>(rows * columns), y = random.values<float>(rows * columns);
    const ElementwiseOperand operands[] = {{x.data(), {{1, rows}, 0}},
                                           {y.data(), {{columns, 1}, 0}}};
    for (const Execution &execution : executions()) {
      std::vector<float> actual(x.size());
      EXPECT_TRUE(
          elementwise(execution, walk, program, {operands}, {{columns, 1}, 0}, actual.data()).ok());
      for (int64_t k = 0; k < rows * columns; ++k)
        ASSERT_EQ(actual[size_t(k)], x[size_t(k % columns * rows + k / columns)] + y[size_t(k)])
            << describe(execution) << " " << rows << " rows, element " << k;
    }
  }
}

TEST(Elementwise, NothingToDo) {
  ScalarBuilder b;
  ScalarProgram program = b.finish(b.constant(1.0f), ElementType::F32);
  float untouched = 7;
  EXPECT_TRUE(elementwise({}, {{0, 4}}, program, {}, {{4, 1}, 0}, &untouched).ok());
  EXPECT_EQ(untouched, 7);
}

} // namespace
} // namespace qrt::test
