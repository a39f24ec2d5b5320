#include "ir/types/quant_type.h"

#include "test/ir/parsed.h"

#include <gtest/gtest.h>

#include <cfloat>

namespace qopt::nn {
namespace {

using qrt::ElementType;

double f32(double value) { return double(float(value)); }

void expectParams(const QuantParams &params, double scale, int64_t zeroPoint, ElementType storage) {
  EXPECT_EQ(params.scale, scale);
  EXPECT_EQ(params.zeroPoint, zeroPoint);
  EXPECT_EQ(params.storage, storage);
}

// docs/reference/numerics.md (P1 and P2), by scheme.
TEST(QuantType, Signed) {
  expectParams(paramsForRange(-1, 0.5, Scheme::Signed), f32(1.0 / 127), 0, ElementType::I8);
  expectParams(paramsForRange(-0.25, 3, Scheme::Signed), f32(3.0 / 127), 0, ElementType::I8);
  expectParams(paramsForRange(-3, 4, Scheme::Signed, 16), f32(4.0 / 32767), 0, ElementType::I16);
  EXPECT_EQ(paramsForRange(-3, 4, Scheme::Signed, 16).min, -32768);
}

TEST(QuantType, SignsFollowTheMinimum) {
  expectParams(paramsForRange(0, 6, Scheme::Signs), f32(6.0 / 255), 0, ElementType::U8);
  expectParams(paramsForRange(-1e-9, 6, Scheme::Signs), f32(6.0 / 127), 0, ElementType::I8);
  expectParams(paramsForRange(-1, 3, Scheme::Affine, 16), f32(4.0 / 65535), -16384,
               ElementType::I16);
  expectParams(paramsForRange(0, 3, Scheme::Mixed), f32(3.0 / 255), 0, ElementType::U8);
  expectParams(paramsForRange(-1, 2, Scheme::Mixed), f32(2.0 / 127), 0, ElementType::I8);
  expectParams(paramsForRange(-1, 3, Scheme::Mixed), f32(4.0 / 255), -64, ElementType::I8);
  // 16 bits are never unsigned.
  expectParams(paramsForRange(0, 6, Scheme::Signs, 16), f32(6.0 / 32767), 0, ElementType::I16);
  expectParams(paramsForRange(0, 6, Scheme::Unsigned), f32(6.0 / 255), 0, ElementType::U8);
}

TEST(QuantType, Affine) {
  // s = 8/255; −128 − (−2)/s = −64.25.
  expectParams(paramsForRange(-2, 6, Scheme::Affine), f32(8.0 / 255), -64, ElementType::I8);
  expectParams(paramsForRange(0, 6, Scheme::Affine), f32(6.0 / 255), -128, ElementType::I8);
  expectParams(paramsForRange(-6, 0, Scheme::Affine), f32(6.0 / 255), 127, ElementType::I8);
  // Half a step: −128 + 127.5 = −0.5 goes to even.
  expectParams(paramsForRange(-127.5, 127.5, Scheme::Affine), 1, 0, ElementType::I8);
}

// (P1)
TEST(QuantType, RangesAreWidenedToIncludeZero) {
  expectParams(paramsForRange(2, 6, Scheme::Affine), f32(6.0 / 255), -128, ElementType::I8);
  expectParams(paramsForRange(-6, -2, Scheme::Affine), f32(6.0 / 255), 127, ElementType::I8);
  expectParams(paramsForRange(2, 6, Scheme::Signs), f32(6.0 / 255), 0, ElementType::U8);
}

TEST(QuantType, EmptyRanges) {
  for (Scheme scheme : {Scheme::Signs, Scheme::Signed, Scheme::Unsigned, Scheme::Affine}) {
    QuantParams params = paramsForRange(0, 0, scheme);
    EXPECT_EQ(params.scale, 1);
    EXPECT_EQ(params.zeroPoint, 0);
  }
  EXPECT_EQ(weightScale(0), 1);
}

// A scale must be a normal f32: what has none is as good as empty (P3).
TEST(QuantType, RangesTooNarrowForAScale) {
  expectParams(paramsForRange(-1e-37, 0, Scheme::Signed), 1, 0, ElementType::I8);
  expectParams(paramsForRange(-1e-37, 1e-37, Scheme::Affine), 1, 0, ElementType::I8);
  EXPECT_EQ(paramsForRange(0, 255 * double(FLT_MIN), Scheme::Unsigned).scale, double(FLT_MIN));
  EXPECT_EQ(weightScale(1e-37), 1);
}

// (P6)
TEST(QuantType, WeightScales) {
  EXPECT_EQ(weightScale(0.3), f32(0.3 / 127));
  EXPECT_EQ(weightScale(0.3, 16), f32(0.3 / 32767));
}

TEST(QuantType, TypesHoldTheirParameters) {
  test::Parsed parsed("module {}");
  for (QuantParams params : {QuantParams{0.5, -3, -128, 127, ElementType::I8},
                             QuantParams{f32(1.0 / 255), 7, 0, 255, ElementType::U8},
                             QuantParams{0.25, 0, -32768, 32767, ElementType::I16}})
    EXPECT_EQ(quantParams(quantType(&parsed.context, params)), params);
  auto weights = weightType(&parsed.context, {0.5, 0.25}, 1);
  EXPECT_EQ(weights, parsed.type("!quant.uniform<i8<-127:127>:f32:1, {0.5, 0.25}>"));
  EXPECT_EQ(weightScales(weights).axis, 1);
  EXPECT_EQ(weightScales(weights).scales, (llvm::SmallVector<double>{0.5, 0.25}));
  EXPECT_FALSE(quantParams(weights));
  EXPECT_TRUE(isQuantized(weights));
  EXPECT_EQ(weightType(&parsed.context, {0.5}, 0, 16),
            parsed.type("!quant.uniform<i16<-32767:32767>:f32:0, {0.5}>"));
}

TEST(QuantType, Storage) {
  test::Parsed parsed("module {}");
  auto storage = [&](llvm::StringRef text) { return storageType(parsed.type(text)); };
  EXPECT_EQ(storage("tensor<2xf32>"), ElementType::F32);
  EXPECT_EQ(storage("i1"), ElementType::Bool);
  EXPECT_EQ(storage("ui8"), ElementType::U8);
  EXPECT_EQ(storage("i64"), ElementType::I64);
  EXPECT_EQ(storage("!quant.uniform<u8:f32, 0.5>"), ElementType::U8);
  EXPECT_EQ(storage("!quant.uniform<i32:f32, 0.5>"), ElementType::I32);
  EXPECT_EQ(storage("f16"), ElementType::F16);
  EXPECT_EQ(storage("bf16"), ElementType::BF16);
  EXPECT_EQ(storage("f8E4M3FN"), ElementType::F8E4M3FN);
  EXPECT_EQ(storage("f8E5M2"), ElementType::F8E5M2);
  EXPECT_EQ(storage("f8E4M3FNUZ"), ElementType::F8E4M3FNUZ);
  EXPECT_EQ(storage("f8E4M3B11FNUZ"), std::nullopt);
  EXPECT_EQ(storage("f4E2M1FN"), ElementType::F8E4M3FN);
  EXPECT_EQ(storage("ui16"), ElementType::U16);
  EXPECT_EQ(storage("i2"), ElementType::I8);
  EXPECT_EQ(storage("i3"), std::nullopt);
  EXPECT_EQ(storage("!quant.uniform<i3:f32, 0.5>"), std::nullopt);
  EXPECT_TRUE(hasComputedStorage(parsed.type("!quant.uniform<i16:f32, 0.5>")));
  EXPECT_FALSE(hasComputedStorage(parsed.type("!quant.uniform<i32:f32, 0.5>")));
  EXPECT_FALSE(hasComputedStorage(parsed.type("!quant.uniform<u16:f32, 0.5>")));
  EXPECT_FALSE(hasComputedStorage(parsed.type("f32")));
}

// Loops see them unpacked, constants keep them packed.
TEST(QuantType, FourBits) {
  test::Parsed parsed("module {}");
  for (auto [text, whole, small] :
       {std::tuple("tensor<3xi4>", ElementType::I8, ElementType::I4),
        std::tuple("ui4", ElementType::U8, ElementType::U4),
        std::tuple("!quant.uniform<i4<-7:7>:f32, 0.5>", ElementType::I8, ElementType::I4),
        std::tuple("!quant.uniform<u4:f32, 0.5:3>", ElementType::U8, ElementType::U4)}) {
    EXPECT_EQ(storageType(parsed.type(text)), whole) << text;
    EXPECT_EQ(packedType(parsed.type(text)), small) << text;
  }
  EXPECT_EQ(packedType(parsed.type("i8")), std::nullopt);
  EXPECT_EQ(packedType(parsed.type("f8E5M2")), std::nullopt);
  auto params = quantParams(parsed.type("!quant.uniform<u4:f32, 0.5:3>"));
  EXPECT_EQ(params, (QuantParams{0.5, 3, 0, 15, ElementType::U8}));
  auto weights = weightType(&parsed.context, {0.5, 0.25}, 0, 4);
  EXPECT_EQ(weights.getStorageTypeMin(), -7);
  EXPECT_EQ(weights.getStorageTypeMax(), 7);
  EXPECT_EQ(packedType(weights), ElementType::I4);
  EXPECT_EQ(weightScale(14, 4), 2);
}

TEST(QuantType, PlainTypesComeBack) {
  test::Parsed parsed("module {}");
  for (ElementType type : qrt::allElementTypes) {
    mlir::Type plain = plainElementType(&parsed.context, type);
    EXPECT_EQ(storageType(plain), qrt::unpackedType(type));
    EXPECT_EQ(packedType(plain).value_or(qrt::unpackedType(type)), type);
  }
}

TEST(QuantType, SchemesByName) {
  EXPECT_EQ(parseScheme("signs"), Scheme::Signs);
  EXPECT_EQ(parseScheme("affine"), Scheme::Affine);
  EXPECT_EQ(parseScheme("Affine"), std::nullopt);
}

} // namespace
} // namespace qopt::nn
