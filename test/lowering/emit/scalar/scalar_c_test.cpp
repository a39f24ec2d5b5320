#include "lowering/emit/scalar/scalar_c.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt {
namespace {

using qrt::ElementType;
using qrt::ScalarBuilder;
using qrt::ScalarInputKind;
using qrt::ScalarOp;

TEST(ScalarC, PrintsOneStatementPerValue) {
  ScalarBuilder b;
  // One statement each: the order in which arguments are evaluated is the compiler's.
  auto acc = b.apply(ScalarOp::IntToF32, b.accumulator(ElementType::I32));
  auto multiplier = b.input({ScalarInputKind::Channel, ElementType::F32, 0});
  auto rounded = b.apply(ScalarOp::RintF, b.apply(ScalarOp::MulF, acc, multiplier));
  auto q = b.apply(ScalarOp::MaxF, rounded, b.constant(-128.0f));
  const qrt::ScalarProgram program = b.finish(b.apply(ScalarOp::F32ToI32, q), ElementType::I8);
  const std::string inputs[] = {"acc", "channel0[c]"};
  auto text = printScalarProgram(program, inputs);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->tables, "");
  EXPECT_EQ(text->body, "  const i32 v0 = (i32)acc;\n"
                        "  const f32 v1 = (f32)v0;\n"
                        "  const f32 v2 = (f32)channel0[c];\n"
                        "  const f32 v3 = mulF(v1, v2);\n"
                        "  const f32 v4 = rintF(v3);\n"
                        "  const f32 v5 = -0x1p+7f;\n"
                        "  const f32 v6 = maxF(v4, v5);\n"
                        "  const i32 v7 = (i32)v6;\n"
                        "  return (i8)v7;\n");
}

/// The statement that defines a lone constant.
std::string constantText(auto make) {
  ScalarBuilder b;
  auto value = make(b);
  const ElementType type = value.type == qrt::ScalarType::F32   ? ElementType::F32
                           : value.type == qrt::ScalarType::I32 ? ElementType::I32
                                                                : ElementType::I64;
  const std::string body = printScalarProgram(b.finish(value, type), {})->body;
  return body.substr(body.find('=') + 2, body.find(';') - body.find('=') - 2);
}

TEST(ScalarC, ConstantsKeepEveryBit) {
  auto f32 = [](float value) {
    return constantText([=](ScalarBuilder &b) { return b.constant(value); });
  };
  EXPECT_EQ(f32(0.1f), "0x1.99999ap-4f");
  EXPECT_EQ(f32(0.0f), "0x0p+0f");
  EXPECT_EQ(f32(-0.0f), "AS_F32(0x80000000u)");
  EXPECT_EQ(f32(std::numeric_limits<float>::infinity()), "AS_F32(0x7f800000u)");
  EXPECT_EQ(f32(1e-45f), "AS_F32(0x00000001u)");
  EXPECT_EQ(constantText([](ScalarBuilder &b) { return b.constant(INT32_MIN); }), "I32_MIN");
  EXPECT_EQ(constantText([](ScalarBuilder &b) { return b.constant(int32_t(-7)); }), "-7");
  EXPECT_EQ(constantText([](ScalarBuilder &b) { return b.constant64(INT64_MIN); }),
            "((i64)1 << 63)");
  EXPECT_EQ(constantText([](ScalarBuilder &b) { return b.constant64(int64_t(1) << 40); }),
            "(i64)1099511627776L");
}

// Narrow floats are bits outside the program.
TEST(ScalarC, NarrowFloatsAreWidenedAndRounded) {
  ScalarBuilder b;
  auto x = b.input({ScalarInputKind::Tensor, ElementType::F16, 0});
  auto y = b.apply(ScalarOp::NegF, b.roundTo(ElementType::F8E4M3FN, b.apply(ScalarOp::NegF, x)));
  const qrt::ScalarProgram program = b.finish(y, ElementType::BF16);
  const std::string inputs[] = {"tensor0[i]"};
  auto text = printScalarProgram(program, inputs);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->body, "  const f32 v0 = widenFloat(tensor0[i], 5, 10, 3);\n"
                        "  const f32 v1 = -v0;\n"
                        "  const f32 v2 = widenFloat((u8)narrowFloat(v1, 4, 3, 1), 4, 3, 1);\n"
                        "  const f32 v3 = -v2;\n"
                        "  return (u16)narrowFloat(v3, 8, 7, 3);\n");
  EXPECT_EQ(cTypeName(ElementType::BF16), "u16");
  EXPECT_EQ(cTypeName(ElementType::F8E5M2), "u8");
  EXPECT_EQ(cTypeName(ElementType::Bool), "u8");
  EXPECT_EQ(cTypeName(ElementType::I16), "i16");
}

// Joined as bits, LLVM 15 miscompiles them for AVX-512
// (docs/decisions/lowering/truths-in-kernels.md).
TEST(ScalarC, TruthsAreJoinedLogically) {
  ScalarBuilder b;
  auto x = b.input({ScalarInputKind::Tensor, ElementType::F32, 0});
  auto i = b.input({ScalarInputKind::Tensor, ElementType::I32, 1});
  auto isHigh = b.apply(ScalarOp::Less, b.constant(1.0f), x);
  auto isLow = b.apply(ScalarOp::LessEqual, x, b.constant(2.0f));
  auto both = b.apply(ScalarOp::AndI, isHigh, isLow);
  auto either = b.apply(ScalarOp::OrI, both, isHigh);
  const std::string inputs[] = {"x", "i"};
  auto text =
      printScalarProgram(b.finish(b.apply(ScalarOp::AndI, either, i), ElementType::I32), inputs);
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->body.find(" != 0 && v"), std::string::npos) << text->body;
  EXPECT_NE(text->body.find(" != 0 || v"), std::string::npos) << text->body;
  EXPECT_NE(text->body.find(" & v"), std::string::npos) << text->body;
}

TEST(ScalarC, TablesBecomeConstantArrays) {
  ScalarBuilder b;
  auto index = b.input({ScalarInputKind::Tensor, ElementType::U8, 0});
  const qrt::ScalarProgram program =
      b.finish(b.lookup(std::vector<float>{1.0f, -2.0f}, index), ElementType::F32);
  const std::string inputs[] = {"tensor0[i]"};
  auto text = printScalarProgram(program, inputs);
  ASSERT_TRUE(text.ok());
  EXPECT_EQ(text->tables, "CONSTANT_ARRAY u32 table0[2] = {\n    1065353216u, 3221225472u,\n};\n");
  EXPECT_NE(text->body.find("AS_F32(table0[v0])"), std::string::npos);
}

TEST(ScalarC, TablesAreAsNarrowAsTheirEntries) {
  const std::pair<std::vector<int32_t>, std::string> cases[] = {
      {{0, 255}, "CONSTANT_ARRAY u8 table0[2] = {\n    0, 255,\n};\n"},
      {{-128, 127}, "CONSTANT_ARRAY i8 table0[2] = {\n    -128, 127,\n};\n"},
      {{0, 256}, "CONSTANT_ARRAY u16 table0[2] = {\n    0, 256,\n};\n"},
      {{-129, 255}, "CONSTANT_ARRAY i16 table0[2] = {\n    -129, 255,\n};\n"},
      {{-1, 65535}, "CONSTANT_ARRAY u32 table0[2] = {\n    4294967295u, 65535u,\n};\n"}};
  for (const auto &[entries, expected] : cases) {
    ScalarBuilder b;
    auto index = b.input({ScalarInputKind::Tensor, ElementType::U8, 0});
    const qrt::ScalarProgram program = b.finish(b.lookup(entries, index), ElementType::I32);
    const std::string inputs[] = {"tensor0[i]"};
    auto text = printScalarProgram(program, inputs);
    ASSERT_TRUE(text.ok());
    EXPECT_EQ(text->tables, expected);
    EXPECT_NE(text->body.find("(i32)table0[v0]"), std::string::npos);
  }
}

TEST(ScalarC, MalformedProgramsAreRefused) {
  qrt::ScalarProgram program;
  EXPECT_FALSE(printScalarProgram(program, {}).ok()); // no result
  program.instructions = {{ScalarOp::AddF, qrt::ScalarType::F32, {0, 1, 0}}};
  EXPECT_FALSE(printScalarProgram(program, {}).ok()); // uses itself
  program.instructions = {{ScalarOp::Constant, qrt::ScalarType::I32},
                          {ScalarOp::LookupI32, qrt::ScalarType::I32, {0}, 3}};
  program.result = 1;
  EXPECT_FALSE(printScalarProgram(program, {}).ok()); // no table 3
  program.inputs = {{ScalarInputKind::Tensor, ElementType::F64, 0}};
  program.instructions = {{ScalarOp::Input, qrt::ScalarType::F32}};
  program.result = 0;
  const std::string inputs[] = {"tensor0[0]"};
  EXPECT_FALSE(printScalarProgram(program, inputs).ok()); // f64
}

} // namespace
} // namespace qopt
