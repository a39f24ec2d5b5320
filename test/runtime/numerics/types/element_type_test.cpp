#include "runtime/numerics/types/element_type.h"

#include <gtest/gtest.h>

#include <limits>

namespace qrt {
namespace {

TEST(ElementType, WidthsNamesAndClasses) {
  struct Expected {
    ElementType type;
    std::string_view name;
    size_t bytes;
    TypeClass kind;
  };
  const Expected all[] = {
      {ElementType::F32, "f32", 4, TypeClass::Float},
      {ElementType::F64, "f64", 8, TypeClass::Float},
      {ElementType::F16, "f16", 2, TypeClass::Float},
      {ElementType::BF16, "bf16", 2, TypeClass::Float},
      {ElementType::F8E4M3FN, "f8e4m3fn", 1, TypeClass::Float},
      {ElementType::F8E5M2, "f8e5m2", 1, TypeClass::Float},
      {ElementType::F8E4M3FNUZ, "f8e4m3fnuz", 1, TypeClass::Float},
      {ElementType::F8E5M2FNUZ, "f8e5m2fnuz", 1, TypeClass::Float},
      {ElementType::F4E2M1FN, "f4e2m1fn", 0, TypeClass::Float},
      {ElementType::I2, "i2", 0, TypeClass::Signed},
      {ElementType::U2, "u2", 0, TypeClass::Unsigned},
      {ElementType::I4, "i4", 0, TypeClass::Signed},
      {ElementType::U4, "u4", 0, TypeClass::Unsigned},
      {ElementType::I8, "i8", 1, TypeClass::Signed},
      {ElementType::U8, "u8", 1, TypeClass::Unsigned},
      {ElementType::I16, "i16", 2, TypeClass::Signed},
      {ElementType::U16, "u16", 2, TypeClass::Unsigned},
      {ElementType::I32, "i32", 4, TypeClass::Signed},
      {ElementType::U32, "u32", 4, TypeClass::Unsigned},
      {ElementType::I64, "i64", 8, TypeClass::Signed},
      {ElementType::U64, "u64", 8, TypeClass::Unsigned},
      {ElementType::Bool, "bool", 1, TypeClass::Boolean},
  };
  ASSERT_EQ(std::size(all), allElementTypes.size());
  for (const Expected &e : all) {
    EXPECT_EQ(elementTypeName(e.type), e.name);
    EXPECT_EQ(isPacked(e.type), e.bytes == 0) << e.name;
    EXPECT_EQ(storedBytes(e.type, 2), e.bytes ? 2 * e.bytes : 1) << e.name;
    EXPECT_EQ(typeClass(e.type), e.kind) << e.name;
    EXPECT_EQ(parseElementType(e.name), e.type);
  }
  EXPECT_EQ(parseElementType("f33"), std::nullopt);
  EXPECT_TRUE(isElementType(ElementType::Bool));
  EXPECT_FALSE(isElementType(ElementType(200)));
}

TEST(ElementType, RangesAreThoseOfCpp) {
  for (ElementType type : allElementTypes)
    if (isInteger(type) && !isPacked(type) && type != ElementType::U64)
      visitElementType(type, [&](auto tag) {
        using T = typename decltype(tag)::Storage;
        EXPECT_EQ(lowestOf(type), int64_t(std::numeric_limits<T>::min()));
        EXPECT_EQ(highestOf(type), int64_t(std::numeric_limits<T>::max()));
      });
  EXPECT_EQ(highestOf(ElementType::U64), std::numeric_limits<int64_t>::max()); // as far as it goes
  EXPECT_EQ(lowestOf(ElementType::U64), 0);
  EXPECT_EQ(lowestOf(ElementType::I4), -8);
  EXPECT_EQ(highestOf(ElementType::I4), 7);
  EXPECT_EQ(highestOf(ElementType::U4), 15);
  EXPECT_EQ(lowestOf(ElementType::I2), -2);
  EXPECT_EQ(lowestOf(ElementType::Bool), 0);
  EXPECT_EQ(highestOf(ElementType::Bool), 1);
}

TEST(ElementType, TypesInsideScalarPrograms) {
  EXPECT_EQ(loadedType(ElementType::F32), ScalarType::F32);
  EXPECT_EQ(loadedType(ElementType::F64), std::nullopt);
  EXPECT_EQ(loadedType(ElementType::F8E5M2), ScalarType::F32);
  EXPECT_EQ(loadedType(ElementType::I4), std::nullopt);
  EXPECT_EQ(loadedType(ElementType::U16), ScalarType::I32);
  EXPECT_EQ(loadedType(ElementType::Bool), ScalarType::I32);
  EXPECT_EQ(loadedType(ElementType::I64), ScalarType::I64);
  EXPECT_TRUE(isLoadedAsStored(ElementType::I64));
  EXPECT_EQ(loadedType(ElementType::U32), ScalarType::I64);
  EXPECT_FALSE(isLoadedAsStored(ElementType::U32));
  EXPECT_FALSE(isLoadedAsStored(ElementType::F64));
  EXPECT_FALSE(isLoadedAsStored(ElementType::Bool));
}

TEST(ElementType, StoredBytes) {
  EXPECT_EQ(storedBytes(ElementType::I4, 5), 3u);
  EXPECT_EQ(storedBytes(ElementType::U4, 0), 0u);
  EXPECT_EQ(storedBytes(ElementType::BF16, 5), 10u);
}

TEST(ElementType, FoundByClassAndBits) {
  EXPECT_EQ(findElementType(TypeClass::Unsigned, 16), ElementType::U16);
  EXPECT_EQ(findElementType(TypeClass::Unsigned, 24), std::nullopt);
  EXPECT_EQ(unpackedType(ElementType::U4), ElementType::U8);
  EXPECT_EQ(unpackedType(ElementType::F4E2M1FN), ElementType::F8E4M3FN);
  EXPECT_EQ(unpackedType(ElementType::U16), ElementType::U16);
}

} // namespace
} // namespace qrt
