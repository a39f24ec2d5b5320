#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

ScalarInput tensor(uint32_t index, ElementType type = ElementType::F32) {
  return {ScalarInputKind::Tensor, type, index};
}

TEST(ScalarBuilder, EqualInstructionsAreMerged) {
  ScalarBuilder b;
  Value x = b.input(tensor(0)), again = b.input(tensor(0));
  EXPECT_EQ(x.id, again.id);
  Value one = b.apply(ScalarOp::AddF, x, b.constant(1.0f));
  Value two = b.apply(ScalarOp::AddF, again, b.constant(1.0f));
  EXPECT_EQ(one.id, two.id);
  EXPECT_NE(b.constant(0.0f).id, b.constant(-0.0f).id);
  EXPECT_NE(b.constant(1).id, b.constant64(1).id);
  ScalarProgram program = b.finish(b.apply(ScalarOp::MulF, one, two), ElementType::F32);
  EXPECT_EQ(program.instructions.size(), 4u);
  EXPECT_EQ(program.inputs.size(), 1u);
}

TEST(ScalarBuilder, ConstantsFold) {
  ScalarBuilder b;
  auto bitsOf = [&](Value v) {
    ScalarProgram p = b.finish(v, v.type == ScalarType::F32   ? ElementType::F32
                                  : v.type == ScalarType::I32 ? ElementType::I32
                                                              : ElementType::I64);
    EXPECT_EQ(p.instructions.size(), 1u);
    EXPECT_EQ(p.instructions[0].op, ScalarOp::Constant);
    return p.instructions[0].bits;
  };
  auto f = [](float x) {
    uint32_t bits;
    std::memcpy(&bits, &x, 4);
    return uint64_t(bits);
  };
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::RintF, b.constant(2.5f))), f(2.0f));
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::RintF, b.constant(-0.5f))), f(-0.0f));
  float a = 1 + 0x1p-12f;
  EXPECT_EQ(
      bitsOf(b.apply(ScalarOp::FmaF, b.constant(a), b.constant(a), b.constant(-1 - 0x1p-11f))),
      f(0x1p-24f));
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::IntToF32, b.constant(16777217))), f(16777216.0f));
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::MaxI, b.constant(-3), b.constant(-5))), uint32_t(-3));
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::Less, b.constant(1.0f), b.constant(2.0f))), 1u);
  EXPECT_EQ(bitsOf(b.apply(ScalarOp::I32ToI64, b.constant(-1))), uint64_t(-1));
  EXPECT_EQ(bitsOf(b.lookup(std::vector<int32_t>{4, -7}, b.constant(1))), uint32_t(-7));
  Value outOfRange = b.apply(ScalarOp::F32ToI32, b.constant(1e20f));
  EXPECT_EQ(countOps(b.finish(outOfRange, ElementType::I32), ScalarOp::F32ToI32), 1u);
}

TEST(ScalarBuilder, SelectByAConstantVanishes) {
  ScalarBuilder b;
  Value x = b.input(tensor(0)), y = b.input(tensor(1));
  EXPECT_EQ(b.apply(ScalarOp::Select, b.constant(1), x, y).id, x.id);
  EXPECT_EQ(b.apply(ScalarOp::Select, b.constant(0), x, y).id, y.id);
}

TEST(ScalarBuilder, DeadCodeGoesAndInputsKeepTheirPlaces) {
  ScalarBuilder b;
  b.input(tensor(0));
  Value used = b.input(tensor(1, ElementType::U8));
  b.lookup(std::vector<float>{9, 9, 9}, used);
  Value result = b.lookup(std::vector<float>{1, 2, 3}, used);
  ScalarProgram program = b.finish(result, ElementType::F32);
  ASSERT_EQ(program.inputs.size(), 2u);
  ASSERT_EQ(program.instructions.size(), 2u);
  EXPECT_EQ(program.instructions[0].index, 1u);
  ASSERT_EQ(program.tables.size(), 1u);
  EXPECT_EQ(program.instructions[1].index, 0u);
  float first;
  std::memcpy(&first, program.tables[0].data(), 4);
  EXPECT_EQ(first, 1.0f);
}

TEST(ScalarBuilder, InliningComposesAndFolds) {
  ScalarBuilder inner;
  Value a = inner.input(tensor(0)), c = inner.input(tensor(1));
  Value sum = inner.apply(ScalarOp::AddF, a, c);
  ScalarProgram add =
      inner.finish(inner.apply(ScalarOp::MulF, sum, inner.constant(2.0f)), ElementType::F32);

  ScalarBuilder outer;
  Value x = outer.accumulator(ElementType::F32);
  using Arguments = std::vector<ScalarBuilder::Argument>;
  Value folded = outer.inlineProgram(add, Arguments{outer.constant(1.0f), outer.constant(2.0f)});
  Value result = outer.inlineProgram(add, Arguments{x, folded});
  ScalarProgram program = outer.finish(result, ElementType::F32);
  // acc, 6, acc + 6, 2, · 2: the first copy of the body left a constant.
  EXPECT_EQ(program.instructions.size(), 5u);
  EXPECT_EQ(program.inputs.size(), 1u);

  std::vector<float> data = {4}, out(1);
  reduce({}, {ReduceKind::Sum, 1, 1}, 1, {}, data.data(), {&program, {}, {}, out.data()});
  EXPECT_EQ(out[0], 20.0f);
}

} // namespace
} // namespace qrt::test
