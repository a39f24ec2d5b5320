#include "runtime/calls/softmax/softmax.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

TEST(Softmax, CloseToDoubleAndEqualEverywhere) {
  Random random(51);
  for (int64_t axis : {1, 2, 10, 33, 1000}) {
    int64_t outer = 37;
    std::vector<float> x;
    for (int64_t i = 0; i < outer * axis; ++i)
      x.push_back(random.real(-30, 30));
    ScalarProgram program = identityEpilogue(ElementType::F32);
    std::vector<float> first;
    for (const Execution &execution : executions()) {
      std::vector<float> out(x.size());
      softmax(execution, outer, axis, x.data(), {&program, {}, {}, out.data()});
      for (int64_t o = 0; o < outer; ++o) {
        const float *row = x.data() + o * axis;
        double sum = 0, top = *std::max_element(row, row + axis);
        for (int64_t i = 0; i < axis; ++i)
          sum += std::exp(row[i] - top);
        for (int64_t i = 0; i < axis; ++i)
          ASSERT_NEAR(out[size_t(o * axis + i)], std::exp(row[i] - top) / sum, 2e-6)
              << describe(execution);
      }
      if (first.empty())
        first = out;
      expectSame(first, out, describe(execution));
    }
  }
}

/// expF as an elementwise program: its bits are float_functions_test's matter.
std::vector<float> exponentials(const std::vector<float> &x) {
  ScalarBuilder b;
  ScalarProgram program =
      b.finish(b.apply(ScalarOp::ExpF, b.input({ScalarInputKind::Tensor, ElementType::F32, 0})),
               ElementType::F32);
  std::vector<float> out(x.size());
  StridedAccess dense{{1}, 0};
  ElementwiseOperand operand{x.data(), dense};
  EXPECT_TRUE(
      elementwise({}, {{int64_t(x.size())}}, program, {{&operand, 1}}, dense, out.data()).ok());
  return out;
}

TEST(Softmax, SumsInItsOrder) {
  Random random(52);
  for (int64_t axis : {3, 64, 65, 200, 1000}) {
    std::vector<float> x;
    for (int64_t i = 0; i < axis; ++i)
      x.push_back(random.real(-8, 8));
    std::vector<float> shifted = x;
    for (float &value : shifted)
      value -= *std::max_element(x.begin(), x.end());
    std::vector<float> expected = exponentials(shifted);
    float sum = orderedSum(axis, [&](int64_t i) { return expected[size_t(i)]; });
    for (float &value : expected)
      value /= sum;
    ScalarProgram program = identityEpilogue(ElementType::F32);
    for (const Execution &execution : executions(FloatOrder::Fast)) {
      std::vector<float> out(x.size());
      softmax(execution, 1, axis, x.data(), {&program, {}, {}, out.data()});
      expectSame(expected, out, describe(execution) + " axis " + std::to_string(axis));
    }
  }
}

TEST(Softmax, RowsApartInTheResult) {
  const int64_t outer = 5, axis = 20, apart = 33;
  const std::vector<float> x = Random(53).values<float>(outer * axis);
  ScalarProgram program = identityEpilogue(ElementType::F32);
  for (const Execution &execution : executions()) {
    std::vector<float> dense(x.size()), out(size_t(outer * apart), 42);
    softmax(execution, outer, axis, x.data(), {&program, {}, {}, dense.data()});
    Epilogue epilogue{&program, {}, {}, out.data()};
    epilogue.result = EpilogueStrides{apart, apart, 1, apart};
    softmax(execution, outer, axis, x.data(), epilogue);
    for (int64_t i = 0; i < outer * apart; ++i)
      EXPECT_EQ(out[size_t(i)],
                i % apart < axis ? dense[size_t(i / apart * axis + i % apart)] : 42.0f)
          << describe(execution) << " " << i;
  }
}

// Not the accumulator, though a program of one instruction has it for an input.
TEST(Softmax, AConstantIsStored) {
  ScalarBuilder b;
  ScalarProgram program = b.finish(b.constant(7.0f), ElementType::F32);
  program.inputs = {{ScalarInputKind::Accumulator, ElementType::F32, 0}};
  const std::vector<float> x(40, 1.0f), expected(40, 7.0f);
  for (const Execution &execution : executions()) {
    std::vector<float> actual(x.size());
    softmax(execution, 4, 10, x.data(), {&program, {}, {}, actual.data()});
    expectSame(expected, actual, describe(execution));
  }
}

TEST(Softmax, ARowWithNaNIsNaN) {
  std::vector<float> x(2 * 70, 1.0f);
  x[65] = NAN;
  ScalarProgram program = identityEpilogue(ElementType::F32);
  for (const Execution &execution : executions()) {
    std::vector<float> out(x.size());
    softmax(execution, 2, 70, x.data(), {&program, {}, {}, out.data()});
    for (size_t i = 0; i < x.size(); ++i)
      EXPECT_EQ(std::isnan(out[i]), i < 70) << describe(execution) << " " << i;
  }
}

TEST(Softmax, QuantizedByItsEpilogue) {
  std::vector<float> x = {0, 0, 0, 0, 100, 0, -100, 0};
  ScalarBuilder b;
  auto t = b.apply(ScalarOp::MulF, b.accumulator(ElementType::F32), b.constant(256.0f));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::RintF, t), b.constant(255.0f));
  ScalarProgram program = b.finish(b.apply(ScalarOp::F32ToI32, t), ElementType::U8);
  std::vector<uint8_t> out(8);
  softmax({}, 2, 4, x.data(), {&program, {}, {}, out.data()});
  EXPECT_EQ(out, (std::vector<uint8_t>{64, 64, 64, 64, 255, 0, 0, 0}));
}

} // namespace
} // namespace qrt::test
