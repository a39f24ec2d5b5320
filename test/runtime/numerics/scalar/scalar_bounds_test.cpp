// Bounds on integers: those that do nothing go, and a ReLU or clip behind a
// quantization becomes its clamp, which the host stores in one sweep.
#include "runtime/numerics/elementwise/block_program.h"
#include "test/runtime/numerics/support.h"

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

Value stored(ScalarBuilder &b, ElementType type) {
  return b.input({ScalarInputKind::Tensor, type, 0});
}

/// clamp(rint(f32(acc + bias) · m) + zero), as convolutions end.
Value quantized(ScalarBuilder &b, float zero, float low, float high) {
  Value acc = b.apply(ScalarOp::AddI, stored(b, ElementType::I32),
                      b.input({ScalarInputKind::Tensor, ElementType::I32, 1}));
  Value t = b.apply(ScalarOp::MulF, b.apply(ScalarOp::IntToF32, acc), b.constant(0.01f));
  t = b.apply(ScalarOp::RintF, t);
  if (zero != 0)
    t = b.apply(ScalarOp::AddF, t, b.constant(zero));
  t = b.apply(ScalarOp::MaxF, t, b.constant(low));
  return b.apply(ScalarOp::F32ToI32, b.apply(ScalarOp::MinF, t, b.constant(high)));
}

/// One bound behind a quantization, and what the clamp must become.
struct Case {
  ElementType type;
  float zero, low, high;
  ScalarOp op;
  int32_t bound;
  float expectedLow, expectedHigh;
};
const Case cases[] = {
    {ElementType::I8, 0, -128, 127, ScalarOp::MaxI, 0, 0, 127},    // ReLU on signed steps
    {ElementType::I8, -5, -128, 127, ScalarOp::MaxI, -5, -5, 127}, // … with a zero point
    {ElementType::U8, 0, 0, 255, ScalarOp::MaxI, 0, 0, 255},       // does nothing
    {ElementType::I8, -128, -128, 127, ScalarOp::MaxI, -128, -128, 127},
    {ElementType::U8, 7, 0, 255, ScalarOp::MinI, 191, 0, 191}, // clip
    {ElementType::I16, 0, -32768, 32767, ScalarOp::MaxI, 0, 0, 32767},
};

std::vector<int32_t> accumulators() {
  std::vector<int32_t> values;
  for (int32_t i = -40000; i <= 40000; i += 37)
    values.push_back(i * 100);
  return values;
}

template <class T> void expectFused(const Case &test) {
  ScalarBuilder b;
  Value value =
      b.apply(test.op, quantized(b, test.zero, test.low, test.high), b.constant(test.bound));
  ScalarProgram program = b.finish(value, test.type);
  EXPECT_EQ(countOps(program, test.op), 0u);
  std::vector<int32_t> acc = accumulators(), bias(acc.size(), 3);
  std::vector<T> expected;
  for (int32_t a : acc) {
    float t = std::nearbyint(float(a + 3) * 0.01f) + test.zero;
    auto q = int32_t(std::min(std::max(t, test.low), test.high));
    expected.push_back(
        T(test.op == ScalarOp::MaxI ? std::max(q, test.bound) : std::min(q, test.bound)));
  }
  StridedAccess dense{{1}, 0};
  ElementwiseOperand operands[] = {{acc.data(), dense}, {bias.data(), dense}};
  for (const Execution &execution : executions()) {
    BlockProgram block(execution.isa, program);
    ASSERT_TRUE(block.quantize) << describe(execution);
    EXPECT_EQ(block.bounds.lower, test.expectedLow);
    EXPECT_EQ(block.bounds.upper, test.expectedHigh);
    std::vector<T> out(acc.size());
    EXPECT_TRUE(
        elementwise(execution, {{int64_t(acc.size())}}, program, {operands}, dense, out.data())
            .ok());
    expectSame(expected, out, describe(execution));
  }
}

TEST(ScalarBounds, BehindAQuantizationTheyBecomeItsClamp) {
  for (const Case &test : cases) {
    SCOPED_TRACE(std::string(elementTypeName(test.type)) + " bound " + std::to_string(test.bound));
    visitElementType(test.type, [&](auto tag) {
      using T = typename decltype(tag)::Storage;
      if constexpr (std::is_integral_v<T> && sizeof(T) <= 2)
        expectFused<T>(test);
    });
  }
}

// A clip is two bounds.
TEST(ScalarBounds, BothEndsOfAClipJoinTheClamp) {
  ScalarBuilder b;
  Value q = b.apply(ScalarOp::MaxI, quantized(b, 0, -128, 127), b.constant(0));
  ScalarProgram program = b.finish(b.apply(ScalarOp::MinI, q, b.constant(60)), ElementType::I8);
  BlockProgram block(Isa::Baseline, program);
  ASSERT_TRUE(block.quantize);
  EXPECT_EQ(block.bounds.lower, 0.0f);
  EXPECT_EQ(block.bounds.upper, 60.0f);
}

TEST(ScalarBounds, WhatTheStorageKeepsIsDropped) {
  struct Storage {
    ElementType type;
    int32_t low, high;
  };
  for (Storage s :
       {Storage{ElementType::I8, -128, 127}, Storage{ElementType::U8, 0, 255},
        Storage{ElementType::I16, -32768, 32767}, Storage{ElementType::U16, 0, 65535}}) {
    ScalarBuilder b;
    Value x = stored(b, s.type);
    EXPECT_EQ(b.apply(ScalarOp::MaxI, x, b.constant(s.low)).id, x.id);
    EXPECT_EQ(b.apply(ScalarOp::MinI, x, b.constant(s.high)).id, x.id);
    EXPECT_NE(b.apply(ScalarOp::MaxI, x, b.constant(s.low + 1)).id, x.id);
    EXPECT_NE(b.apply(ScalarOp::MinI, x, b.constant(s.high - 1)).id, x.id);
  }
  ScalarBuilder b;
  Value looked = b.lookup(std::vector<int32_t>{-4, 9, 7}, stored(b, ElementType::U8));
  EXPECT_EQ(b.apply(ScalarOp::MaxI, looked, b.constant(-4)).id, looked.id);
  EXPECT_NE(b.apply(ScalarOp::MaxI, looked, b.constant(-3)).id, looked.id);
}

// A bound outside the clamp would turn it inside out; a quantization that is
// also stored elsewhere keeps its own.
TEST(ScalarBounds, OtherBoundsStay) {
  ScalarBuilder b;
  Value q = quantized(b, 0, 0, 100);
  ScalarProgram beyond = b.finish(b.apply(ScalarOp::MaxI, q, b.constant(120)), ElementType::U8);
  EXPECT_EQ(countOps(beyond, ScalarOp::MaxI), 1u);
  Value both = b.apply(ScalarOp::AddI, q, b.apply(ScalarOp::MaxI, q, b.constant(50)));
  ScalarProgram shared = b.finish(both, ElementType::U8);
  EXPECT_EQ(countOps(shared, ScalarOp::MaxF), 2u);
}

} // namespace
} // namespace qrt::test
