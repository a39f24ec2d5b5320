#include "tools/io/report/bar_chart.h"

#include <gtest/gtest.h>

#include <limits>

using namespace qopt::io;

namespace {

std::string chartOf(const std::vector<Bar> &bars, const std::string &title = "t") {
  std::string text;
  llvm::raw_string_ostream stream(text);
  writeBarChart(stream, title, bars);
  return text;
}

size_t count(const std::string &text, const std::string &what) {
  size_t found = 0;
  for (size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

// The longest is 480 wide; half its value is half as long.
TEST(BarChart, LengthsFollowTheValues) {
  double infinity = std::numeric_limits<double>::infinity(),
         nan = std::numeric_limits<double>::quiet_NaN();
  std::string chart = chartOf({{"a", 40, "40"},
                               {"b", 20, "20"},
                               {"c", infinity, "equal"},
                               {"d", -3, "-3"},
                               {"e", nan, "none"}});
  EXPECT_EQ(count(chart, "width=\"480.0\""), 2u) << chart;
  EXPECT_EQ(count(chart, "width=\"240.0\""), 1u);
  EXPECT_EQ(count(chart, "width=\"0.0\""), 2u);
  EXPECT_EQ(count(chart, "nan"), 0u);
}

TEST(BarChart, NamesAreText) {
  std::string chart =
      chartOf({{"<a & \"b\">", 1, "x"}, {"bell\a\nline", 1, ""}, {"\xff", 1, ""}}, "a<b");
  EXPECT_NE(chart.find(">&lt;a &amp; &quot;b&quot;&gt;</text>"), std::string::npos) << chart;
  EXPECT_NE(chart.find(">a&lt;b</text>"), std::string::npos);
  EXPECT_NE(chart.find(">bell  line</text>"), std::string::npos);
  EXPECT_EQ(chart.find('\a'), std::string::npos);
  EXPECT_EQ(chart.find('\xff'), std::string::npos); // no UTF-8
}

TEST(BarChart, OfNothing) { EXPECT_NE(chartOf({}).find("</svg>"), std::string::npos); }

} // namespace
