#include "passes/calibrate/tables/json_text.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

TEST(JsonText, ANameStandsTwiceInOneObjectAlone) {
  EXPECT_EQ(repeatedMember(R"({"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]})"), "");
  EXPECT_EQ(repeatedMember(R"({"a": {"mode": 1, "x": [{}], "mode" : 2}})"), "mode");
  EXPECT_EQ(repeatedMember(R"({"a": "a", "b": "b", "a:": "\"a\": 1", "\"": 0})"), "");
  EXPECT_EQ(repeatedMember(R"({"\"": "\"", "b": [], "\"": 0})"), R"(\")");
  EXPECT_EQ(repeatedMember("[1, \"a\", \"a\"]"), "");
}

} // namespace
} // namespace qopt::test
