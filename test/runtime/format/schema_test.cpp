#include "runtime/format/schema.h"

#include "runtime/format/program.h"

#include <gtest/gtest.h>

namespace qrt {
namespace {

enum class Fruit : uint8_t { Apple, Pear };
struct Empty {};
struct Basket {
  Fruit fruit = Fruit::Apple;
  std::vector<std::optional<int16_t>> counts;
  std::variant<Empty, float> work;
  std::array<uint32_t, 2> pair{};
  bool open = false;
  Fruit again = Fruit::Pear;
};
QRT_FIELDS(Basket, fruit, counts, work, pair, open, again)

TEST(Schema, SaysTypesFieldsAndEnumerators) {
  EXPECT_EQ(schemaOf<Basket>(),
            "Basket{fruit:Fruit(Apple|Pear),counts:[?i16],work:<Empty{};f32;>,pair:2*u32,open:bool,"
            "again:Fruit,}");
}

template <typename Item> struct Box {
  Item item{};
};
QRT_FIELDS(Box<Fruit>, item)

TEST(Schema, TemplatesHaveTheirArguments) {
  const std::string schema = schemaOf<std::vector<Box<Fruit>>>();
  EXPECT_TRUE(schema.starts_with("[Box<")) << schema;
  EXPECT_TRUE(schema.ends_with("{item:Fruit(Apple|Pear),}]")) << schema;
}

TEST(Schema, CountsWhatTablesCount) {
  static_assert(enumeratorCount<Fruit>() == 2);
  static_assert(enumeratorCount<ElementType>() == size_t(elementTypeCount));
  static_assert(enumeratorCount<BufferRole>() == 3);
  static_assert(enumeratorCount<Operand::Space>() == 2);
}

TEST(Schema, TheProgramsNamesEveryStruct) {
  const std::string schema = schemaOf<Program>();
  for (std::string_view said :
       {"Program{target:text", "Conv2dCall{shape:Conv2dShape{in:2*i64", "HistogramCall{",
        "BufferRole(Input|Output|Activation)", "ScalarOp(", "value:tensor"})
    EXPECT_NE(schema.find(said), std::string::npos) << said << " in " << schema;
}

} // namespace
} // namespace qrt
