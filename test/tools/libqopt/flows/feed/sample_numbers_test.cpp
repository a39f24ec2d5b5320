// Samples' numbers as a command line has them.
#include "tools/libqopt/flows/feed/sample_numbers.h"

#include <gtest/gtest.h>

namespace qopt::run {
namespace {

using Numbers = std::vector<int64_t>;

TEST(SampleNumbers, ThreeInARowAreTheirEnds) {
  EXPECT_EQ(sampleNumbersText({0}), "0");
  EXPECT_EQ(sampleNumbersText({0, 1, 5, 9, 10, 11, 12, 20}), "0,1,5,9-12,20");
  EXPECT_EQ(sampleNumbersText({}), "");
}

TEST(SampleNumbers, AreReadAsTheyAreWritten) {
  for (const Numbers &numbers : {Numbers{3}, {0, 1, 2}, {1, 2, 4, 5, 6, 100, 1000000000000}})
    EXPECT_EQ(*sampleNumbersOf(sampleNumbersText(numbers)), numbers);
  EXPECT_EQ(*sampleNumbersOf(" 1, 3-4 ,7-7"), (Numbers{1, 3, 4, 7}));
}

TEST(SampleNumbers, WhatIsNoneIsNamed) {
  const std::pair<const char *, const char *> wrong[] = {{"", "''"},
                                                         {"1,,2", "''"},
                                                         {"x", "'x'"},
                                                         {"-1", "'-1'"},
                                                         {"4-2", "'4-2'"},
                                                         {"1-", "'1-'"},
                                                         {"1-2-3", "'1-2-3'"},
                                                         {"3,2", "sample 2 comes after 3"},
                                                         {"1-5,5", "sample 5 comes after 5"},
                                                         {"0-16777216", "more than 16777216"},
                                                         {"99999999999999999999", "'9999"}};
  for (const auto &[text, words] : wrong) {
    auto numbers = sampleNumbersOf(text);
    ASSERT_FALSE(numbers.ok()) << text;
    EXPECT_NE(numbers.status().message().find(words), std::string::npos)
        << numbers.status().message();
  }
}

} // namespace
} // namespace qopt::run
