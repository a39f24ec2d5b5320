// The list of scalar operations: every row, in every type it takes, has a loop that agrees with
// folding, and an interval that holds the results. (What each computes: block_program_test.cpp.)
#include "test/runtime/numerics/scalar_cases.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

TEST(ScalarOps, ResultTypes) {
  using enum ScalarType;
  auto of = [](ScalarOp op, std::initializer_list<ScalarType> types) {
    return resultType(op, std::data(types));
  };
  EXPECT_EQ(of(ScalarOp::AddF, {F32, F32}), F32);
  EXPECT_EQ(of(ScalarOp::AddF, {F32, I32}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::AddI, {I64, I64}), I64);
  EXPECT_EQ(of(ScalarOp::AddI, {I64, I32}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::AddI, {F32, F32}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::Less, {I64, I64}), I32);
  EXPECT_EQ(of(ScalarOp::Less, {F32, I32}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::Select, {I32, F32, F32}), F32);
  EXPECT_EQ(of(ScalarOp::Select, {I32, I64, I64}), I64);
  EXPECT_EQ(of(ScalarOp::Select, {F32, I64, I64}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::Select, {I32, I64, F32}), std::nullopt);
  EXPECT_EQ(of(ScalarOp::I32ToI64, {I32}), I64);
  EXPECT_EQ(of(ScalarOp::IntToF32, {I64}), F32);
  EXPECT_EQ(of(ScalarOp::LookupI32, {I32}), I32);
  EXPECT_EQ(of(ScalarOp::Input, {F32}), std::nullopt);
}

double realOf(ScalarType type, uint64_t bits) {
  float f;
  std::memcpy(&f, &bits, sizeof f);
  return type == ScalarType::F32   ? double(f)
         : type == ScalarType::I32 ? double(int32_t(bits))
                                   : double(int64_t(bits));
}

TEST(ScalarOps, LoopsAgreeWithFolding) {
  Random random(7);
  for (const ScalarCase &c : scalarCases()) {
    SCOPED_TRACE(c.name());
    std::vector<ScalarTuple> tuples = definedTuples(c, random, 500);
    ScalarProgram program = programOf(c);
    for (const Execution &execution : executions()) {
      std::vector<uint64_t> values = runTuples(execution, c, program, tuples);
      for (size_t i = 0; i < tuples.size(); ++i)
        ASSERT_TRUE(sameScalar(c.result, values[i], tuples[i].result))
            << describe(execution) << ": " << realOf(c.result, values[i]) << ", folded "
            << realOf(c.result, tuples[i].result);
    }
  }
}

TEST(ScalarOps, IntervalsHoldTheResults) {
  Random random(8);
  for (const ScalarCase &c : scalarCases())
    for (const ScalarTuple &tuple : definedTuples(c, random, 300)) {
      Interval operands[3];
      bool isNumber = true;
      for (int k = 0; k < operandCount(c.op); ++k) {
        double value = realOf(c.types[k], tuple.operands[k]);
        isNumber &= !std::isnan(value);
        operands[k] = {value - double(random.integer(0, 3)), value + double(random.integer(0, 3))};
      }
      double result = realOf(c.result, tuple.result);
      if (!isNumber || std::isnan(result))
        continue;
      Interval range = rowOf(c.op).range(operands[0], operands[1], operands[2]);
      if (c.result == ScalarType::F32)
        range = {float(range.low.offset), float(range.high.offset)};
      if (isAtMost(range.low, range.high)) { // otherwise the verifier takes it for anything
        EXPECT_LE(range.low.at(1), result) << c.name();
        EXPECT_GE(range.high.at(1), result) << c.name();
      }
    }
}

} // namespace
} // namespace qrt::test
