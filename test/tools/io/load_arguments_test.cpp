#include "tools/io/load_arguments.h"

#include <gtest/gtest.h>

namespace qopt::io {
namespace {

TEST(LoadArguments, Shapes) {
  auto shape = parseShape("a:b:1x?x48");
  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->input, "a:b");
  EXPECT_EQ(shape->sizes, (std::vector<std::optional<int64_t>>{1, std::nullopt, 48}));
  EXPECT_TRUE(parseShape("scalar:")->sizes.empty());
  for (const char *wrong : {"", "x", "x=1x2", ":1x2", "x:1x", "x:0", "x:-1", "x:1,2", "x:1x1e3"})
    EXPECT_FALSE(parseShape(wrong)) << wrong;
}

TEST(LoadArguments, Values) {
  auto values = parseValues("a=b=3,-1, 0.5");
  ASSERT_TRUE(values);
  EXPECT_EQ(values->input, "a=b");
  EXPECT_EQ(values->values, (std::vector<double>{3, -1, 0.5}));
  for (const char *wrong : {"", "x", "=1", "x=1,", "x=one", "x=inf"})
    EXPECT_FALSE(parseValues(wrong)) << wrong;
}

} // namespace
} // namespace qopt::io
