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
ScalarProgram lookUp(const std::vector<int32_t> &table, int32_t origin, ElementType result) {
  ScalarBuilder b;
  Value index = input<T>(b, 0);
  if (origin != 0)
    index = b.apply(ScalarOp::SubI, index, b.constant(origin));
  return b.finish(b.lookup(table, index), result);
}

TEST(ByteTable, EveryByteAtEveryLength) {
  Random random(401);
  const auto table = randomTable(random, 256);
  const ScalarProgram ofI8 = lookUp<int8_t>(table, -128, ElementType::I8);
  const ScalarProgram ofU8 = lookUp<uint8_t>(table, 0, ElementType::U8);
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
  const ScalarProgram program = lookUp<uint8_t>(table, 0, ElementType::I8);
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

/// What one byte cannot ask for, or cannot hold, goes on as before.
TEST(ByteTable, Others) {
  Random random(403);
  EXPECT_FALSE(byteTableOf(lookUp<int16_t>(randomTable(random, 257), 0, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(lookUp<int16_t>(randomTable(random, 200), 100, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(lookUp<int16_t>(randomTable(random, 200), -129, ElementType::I8)));
  EXPECT_FALSE(byteTableOf(lookUp<uint8_t>(randomTable(random, 256), 0, ElementType::I16)));
  EXPECT_FALSE(byteTableOf(identityEpilogue(ElementType::I32)));
}

} // namespace
} // namespace qrt::test
