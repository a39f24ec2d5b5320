#include "tools/triton/json.h"

#include <gtest/gtest.h>

namespace qopt::triton {
namespace {

std::string printed(std::string_view text) {
  auto value = Json::parse(text);
  return value ? value->print() : value.status().message();
}

TEST(Json, IsPrintedAsItWasRead) {
  for (const char *text :
       {"{}", "[]", "null", "true", "-1", "0", "-0.0", "10", "1.5e-3", "1E+09", "9007199254740993",
        R"("a\"b\\c")", R"({"a":[1,[],{"b":null}],"c":"TYPE_FP32"})", R"("\u0001")"})
    EXPECT_EQ(printed(text), text);
  EXPECT_EQ(printed(" { \"a\" :\t[ 1 ,\n 2 ] } "), R"({"a":[1,2]})");
  EXPECT_EQ(printed(R"("\u00fc\ud83d\ude00\/")"), "\"\u00fc\U0001f600/\"");
}

TEST(Json, WhatIsNoneIsAnError) {
  for (const char *text : {"", "{", "[1", "[1,]", "{\"a\"}", "{\"a\":}", "tru", "\"a", "\"\\x\"",
                           "\"\\u12\"", "nan", "inf", "-", "1-", "1 2", "{a:1}", "\"\n\"", "."})
    EXPECT_NE(printed(text).find("not JSON at byte"), std::string::npos) << text;
  EXPECT_NE(printed(std::string(200, '[') + std::string(200, ']')).find("not JSON"),
            std::string::npos);
}

TEST(Json, NumbersOfOtherGrammarsAreErrors) {
  for (const char *text : {"01", "-01", "00", "1.", ".5", "-.5", "+1", "1e", "1e+", "1.e3", "0x1",
                           "--1", "[1.,2]", "[01]"})
    EXPECT_NE(printed(text).find("not JSON at byte"), std::string::npos) << text;
}

TEST(Json, HalvesOfCharactersAndHalfEscapesAreErrors) {
  for (const char *inside :
       {"\\ud83d\\u0041", "\\ud83d", "\\ud83dx", "\\ud83d\\n", "\\ude00", "\\ud83d\\ud83d",
        "\\ud83d\\ue000", "\\ud83d\\u", "\\u+041", "\\u-041", "\\u00"}) {
    const std::string text = '"' + std::string(inside) + '"';
    EXPECT_NE(printed(text).find("not JSON at byte"), std::string::npos) << text;
  }
}

TEST(Json, MembersAreAskedAndChanged) {
  Json value = *Json::parse(R"({"dims":["3",4,4.5],"name":"x","on":true})");
  EXPECT_EQ(value["dims"].elements()[0].integer(), 3);
  EXPECT_EQ(value["dims"].elements()[1].integer(), 4);
  EXPECT_EQ(value["dims"].elements()[2].integer(), std::nullopt);
  EXPECT_EQ(value["name"].string(), "x");
  EXPECT_TRUE(value["on"].isTrue());
  EXPECT_EQ(value["none"]["deeper"].kind(), Json::Kind::Null);
  value.member("name") = Json::of("y");
  value.member("new") = Json::array({1, -1});
  EXPECT_EQ(value.print(), R"({"dims":["3",4,4.5],"name":"y","on":true,"new":[1,-1]})");
}

} // namespace
} // namespace qopt::triton
