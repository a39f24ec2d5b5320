#include "test/tools/libqopt/flows/lint_data/place.h"
#include "tools/libqopt/flows/lint_data/duplicates.h"

#include <gtest/gtest.h>

using namespace qopt::lint;

namespace {

Duplicates of(const std::string &samples) {
  Duplicates duplicates;
  for (char c : samples) {
    Digest digest{};
    digest[31] = uint8_t(c);
    duplicates.add(digest);
  }
  return duplicates;
}

TEST(Duplicates, DistinctSamples) { EXPECT_TRUE(of("abc").check({}, placeOfSample).empty()); }

TEST(Duplicates, ListsCopies) {
  Findings found = of("zabzza").check({}, placeOfSample);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].name, "duplicate");
  EXPECT_EQ(found[0].severity, Severity::Warning);
  EXPECT_EQ(found[0].sample, "#0");
  EXPECT_EQ(found[0].what, "is there again as #3 and #4");
  EXPECT_EQ(found[1].sample, "#1");
}

TEST(Duplicates, OneSampleUnderTwoLabels) {
  const std::vector<int64_t> same{4, 5, 4}, other{4, 5, 6}, few{4, 5};
  EXPECT_EQ(of("aba").check(same, placeOfSample)[0].name, "duplicate");
  Findings found = of("aba").check(other, placeOfSample);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "contradiction");
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_EQ(found[0].what, "the same sample is #2 (label 6)");
  EXPECT_EQ(of("aba").check(few, placeOfSample)[0].name, "duplicate"); // #2 has no label
}

} // namespace
