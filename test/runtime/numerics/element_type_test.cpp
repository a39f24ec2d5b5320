#include "runtime/numerics/element_type.h"

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
      {ElementType::I8, "i8", 1, TypeClass::Signed},
      {ElementType::U8, "u8", 1, TypeClass::Unsigned},
      {ElementType::I16, "i16", 2, TypeClass::Signed},
      {ElementType::U16, "u16", 2, TypeClass::Unsigned},
      {ElementType::I32, "i32", 4, TypeClass::Signed},
      {ElementType::I64, "i64", 8, TypeClass::Signed},
      {ElementType::Bool, "bool", 1, TypeClass::Boolean},
  };
  ASSERT_EQ(std::size(all), allElementTypes.size());
  for (const Expected &e : all) {
    EXPECT_EQ(elementTypeName(e.type), e.name);
    EXPECT_EQ(byteWidth(e.type), e.bytes) << e.name;
    EXPECT_EQ(typeClass(e.type), e.kind) << e.name;
    EXPECT_EQ(parseElementType(e.name), e.type);
  }
  EXPECT_EQ(parseElementType("f33"), std::nullopt);
  EXPECT_TRUE(isElementType(ElementType::Bool));
  EXPECT_FALSE(isElementType(ElementType(200)));
}

TEST(ElementType, RangesAreThoseOfCpp) {
  for (ElementType type : allElementTypes)
    if (isInteger(type))
      visitElementType(type, [&](auto tag) {
        using T = typename decltype(tag)::Storage;
        EXPECT_EQ(lowestOf(type), int64_t(std::numeric_limits<T>::min()));
        EXPECT_EQ(highestOf(type), int64_t(std::numeric_limits<T>::max()));
      });
  EXPECT_EQ(lowestOf(ElementType::Bool), 0);
  EXPECT_EQ(highestOf(ElementType::Bool), 1);
}

TEST(ElementType, TypesInsideScalarPrograms) {
  EXPECT_EQ(loadedType(ElementType::F32), ScalarType::F32);
  EXPECT_EQ(loadedType(ElementType::F64), std::nullopt);
  EXPECT_EQ(loadedType(ElementType::U16), ScalarType::I32);
  EXPECT_EQ(loadedType(ElementType::Bool), ScalarType::I32);
  EXPECT_EQ(loadedType(ElementType::I64), ScalarType::I64);
  EXPECT_TRUE(isLoadedAsStored(ElementType::I64));
  EXPECT_FALSE(isLoadedAsStored(ElementType::F64));
  EXPECT_FALSE(isLoadedAsStored(ElementType::Bool));
}

TEST(ElementType, FoundByClassAndBits) {
  EXPECT_EQ(findElementType(TypeClass::Unsigned, 16), ElementType::U16);
  EXPECT_EQ(findElementType(TypeClass::Unsigned, 32), std::nullopt);
}

} // namespace
} // namespace qrt
