// Programs that end in a table over bytes, beside the table read one by one.
#include "runtime/numerics/elementwise/block_program.h"
#include "runtime/numerics/elementwise/byte_table.h"
#include "test/runtime/numerics/apply.h"

namespace qrt::test {
namespace {

using Value = ScalarBuilder::Value;

std::vector<int32_t> randomTable(Random &random, size_t size) {
  std::vector<int32_t> table(size);
  for (int32_t &value : table)
    value = int32_t(random.integer(-128, 127));
  return table;
}

/// table[x − origin] of bytes.
template <class T>
ScalarProgram tableProgram(const std::vector<int32_t> &table, int32_t origin, ElementType result) {
  ScalarBuilder b;
  Value index = input<T>(b, 0);
  if (origin != 0)
    index = b.apply(ScalarOp::SubI, index, b.constant(origin));
  return b.finish(b.lookup(table, index), result);
}

TEST(ByteTable, EveryByteAtEveryLength) {
  Random random(401);
  const auto table = randomTable(random, 256);
  const ScalarProgram ofI8 = tableProgram<int8_t>(table, -128, ElementType::I8);
  const ScalarProgram ofU8 = tableProgram<uint8_t>(table, 0, ElementType::U8);
  ASSERT_TRUE(byteTableOf(ofI8) && byteTableOf(ofU8));
  std::vector<int8_t> signedBytes(700);
  for (size_t i = 0; i < signedBytes.size(); ++i)
    signedBytes[i] = int8_t(i * 7);
  for (int64_t count : {1, 15, 31, 32, 33, 63, 64, 65, 127, 300, 700}) {
    const std::vector<int8_t> x(signedBytes.begin(), signedBytes.begin() + count);
    const std::vector<uint8_t> y(x.begin(), x.end());
    std::vector<int8_t> expected;
    std::vector<uint8_t> expectedUnsigned;
    for (size_t i = 0; i < x.size(); ++i) {
      expected.push_back(int8_t(table[size_t(x[i] + 128)]));
      expectedUnsigned.push_back(uint8_t(table[y[i]]));
    }
    for (const Execution &execution : executions()) {
      expectSame(expected, apply<int8_t>(execution, ofI8, x), describe(execution));
      expectSame(expectedUnsigned, apply<uint8_t>(execution, ofU8, y), describe(execution));
    }
  }
}

/// Rows apart, columns apart: what lies between stays.
TEST(ByteTable, StridedResults) {
  Random random(402);
  const auto table = randomTable(random, 256);
  const ScalarProgram program = tableProgram<uint8_t>(table, 0, ElementType::I8);
  const auto x = random.values<uint8_t>(5 * 70);
  for (Isa isa : availableIsas()) {
    const BlockProgram block(isa, program);
    for (auto [rowStride, columnStride] : {std::pair{80, 1}, {70, 1}, {150, 2}, {1, 5}}) {
      std::vector<int8_t> out(1000, 99), expected = out;
      BlockRunner(block).run(std::vector<TileInput>{{x.data(), 70, 1}}, 5, 70,
                             {out.data(), rowStride, columnStride});
      for (int64_t r = 0; r < 5; ++r)
        for (int64_t c = 0; c < 70; ++c)
          expected[size_t(r * rowStride + c * columnStride)] = int8_t(table[x[size_t(r * 70 + c)]]);
      expectSame(expected, out, std::string(isaName(isa)));
    }
  }
}

/// Programs whose index or entries do not fit one byte have no byte table.
TEST(ByteTable, Others) {
  Random random(403);
  EXPECT_FALSE(byteTableOf(tableProgram<int16_t>(randomTable(random, 257), 0, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(tableProgram<int16_t>(randomTable(random, 200), 100, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(tableProgram<int16_t>(randomTable(random, 200), -129, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(tableProgram<uint8_t>(randomTable(random, 256), 0, ElementType::I16)));
  EXPECT_FALSE(byteTableOf(identityEpilogue(ElementType::I32)));
}

/// clamp(rint(x·scale + zero)) as i32, within i8.
Value quantized(ScalarBuilder &b, Value x, float scale, float zero) {
  Value t = b.apply(ScalarOp::MulF, x, b.constant(scale));
  t = b.apply(ScalarOp::RintF, b.apply(ScalarOp::AddF, t, b.constant(zero)));
  t = b.apply(ScalarOp::MinF, b.apply(ScalarOp::MaxF, t, b.constant(-128.0f)), b.constant(127.0f));
  return b.apply(ScalarOp::F32ToI32, t);
}
int32_t quantized(float x, float scale, float zero) {
  volatile float product = x * scale;
  return int32_t(std::min(std::max(std::nearbyint(product + zero), -128.0f), 127.0f));
}

/// Two bytes' sum, quantized, and arithmetic on what came of it.
ScalarProgram twice() {
  ScalarBuilder b;
  Value sum = b.apply(ScalarOp::AddI, input<int8_t>(b, 0), input<int8_t>(b, 1));
  Value first = quantized(b, b.apply(ScalarOp::IntToF32, sum), 0.6f, 3.0f);
  return b.finish(quantized(b, b.apply(ScalarOp::IntToF32, first), -1.7f, 11.0f), ElementType::I8);
}

TEST(ByteTable, ArithmeticOnAByte) {
  Random random(404);
  const ScalarProgram program = twice();
  const std::optional<ByteTable> table = byteTableOf(program);
  ASSERT_TRUE(table);
  EXPECT_LT(table->rest.instructions.size() + 6, program.instructions.size());
  const auto x = random.values<int8_t>(700), y = random.values<int8_t>(700);
  std::vector<int8_t> expected;
  for (size_t i = 0; i < x.size(); ++i)
    expected.push_back(
        int8_t(quantized(float(quantized(float(x[i] + y[i]), 0.6f, 3.0f)), -1.7f, 11.0f)));
  for (const Execution &execution : executions())
    expectSame(expected, apply<int8_t>(execution, program, x, y), describe(execution));
}

/// A table's indices say which bytes there are; what they never are becomes 0.
TEST(ByteTable, ArithmeticBehindATable) {
  Random random(405);
  const auto table = randomTable(random, 40);
  ScalarBuilder b;
  Value index = b.apply(ScalarOp::SubI, input<int16_t>(b, 0), b.constant(60));
  Value found = b.apply(ScalarOp::IntToF32, b.lookup(table, index));
  const ScalarProgram program = b.finish(quantized(b, found, 0.8f, -5.0f), ElementType::I8);
  const std::optional<ByteTable> bytes = byteTableOf(program);
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->bytes[59], 0);
  EXPECT_EQ(bytes->bytes[100], 0);
  std::vector<int16_t> x;
  std::vector<int8_t> expected;
  for (int16_t i = 60; i < 100; ++i) {
    x.push_back(i);
    expected.push_back(int8_t(quantized(float(table[size_t(i - 60)]), 0.8f, -5.0f)));
  }
  for (const Execution &execution : executions())
    expectSame(expected, apply<int8_t>(execution, program, x), describe(execution));
}

/// Steps that something else leads into, and too few of them, stay.
TEST(ByteTable, NoTable) {
  ScalarBuilder few, more;
  EXPECT_FALSE(byteTableOf(few.finish(
      few.apply(ScalarOp::MaxI, input<int8_t>(few, 0), few.constant(0)), ElementType::I8)));
  Value first = quantized(more, more.apply(ScalarOp::IntToF32, input<int8_t>(more, 0)), 2.0f, 0.0f);
  Value next =
      more.apply(ScalarOp::IntToF32, more.apply(ScalarOp::AddI, first, input<int8_t>(more, 1)));
  EXPECT_FALSE(byteTableOf(more.finish(quantized(more, next, 0.3f, 1.0f), ElementType::I8)));
}

} // namespace
} // namespace qrt::test
