#include "test/tools/libqopt/flows/lint_data/place.h"
#include "tools/libqopt/flows/lint_data/labels.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace qopt::lint;

namespace {

using Labels = std::vector<int64_t>;

/// 100 labels over ten classes, moved by `shift`; each tenth is wrong.
Labels labelsOf(int64_t shift, bool wrong = false) {
  Labels labels;
  for (int64_t i = 0; i < 100; ++i)
    labels.push_back((wrong && i % 10 == 3 ? 7 : i * 7 / 10 % 10) + shift);
  return labels;
}

TEST(Labels, Range) {
  EXPECT_TRUE(checkRange(labelsOf(0), 10, placeOfSample).empty());
  Findings found = checkRange(Labels{3, 1, 4, 3, -1}, 4, placeOfSample);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "label-range");
  EXPECT_EQ(found[0].sample, "#2");
  EXPECT_NE(found[0].what.find("label 4 "), std::string::npos);
  EXPECT_NE(found[0].what.find("(2 in all"), std::string::npos);
}

// By hand: 3 of 4 agree, chance is 1/2·1/4 + 1/2·3/4 = 1/2.
TEST(Labels, AgreementIsKappa) {
  EXPECT_DOUBLE_EQ(agreement(Labels{0, 0, 1, 1}, Labels{0, 1, 1, 1}, 0), 0.5);
  EXPECT_DOUBLE_EQ(agreement(Labels{1, 1, 2, 2}, Labels{0, 1, 1, 1}, -1), 0.5);
}

TEST(Labels, Shifted) {
  const Labels predictions = labelsOf(0, /*wrong=*/true);
  EXPECT_TRUE(checkShift(labelsOf(0), predictions).empty());
  for (int64_t shift : {-1, 1}) {
    Findings found = checkShift(labelsOf(shift), predictions);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].name, "label-shift");
    EXPECT_NE(found[0].remedy.find(shift > 0 ? "subtract" : "add"), std::string::npos);
  }
}

TEST(Labels, TooFewOrChanceIsNoShift) {
  EXPECT_TRUE(checkShift(Labels{1, 2, 3}, Labels{0, 1, 2}).empty());
  // A network that always says 0 where most labels are 1: no numbering agrees with it.
  Labels mostlyOne(100, 1);
  mostlyOne[3] = mostlyOne[5] = 0;
  EXPECT_TRUE(checkShift(mostlyOne, Labels(100, 0)).empty());
}

/// Each next one is of another class, as of samples in no order.
Labels shuffled() {
  Labels labels;
  for (int64_t i = 0; i < 100; ++i)
    labels.push_back(i * i * 7 % 101 % 10);
  return labels;
}

TEST(Labels, ChanceIsNoMoreThanTwoStandardErrorsBeyondTheShare) {
  EXPECT_TRUE(isChance(16, 100, 10)); // 10 + 2·3
  EXPECT_FALSE(isChance(17, 100, 10));
  EXPECT_TRUE(isChance(0, 20, 1000));
  EXPECT_FALSE(isChance(0, 19, 1000)); // too few
  EXPECT_FALSE(isChance(0, 100, 1));   // or no classes
}

TEST(Labels, MovedByOnePlaceTheyAreOfANeighbour) {
  const Labels predictions = shuffled();
  EXPECT_TRUE(checkChance(predictions, predictions, 10).empty());
  Labels behind = predictions, before = predictions; // as numpy.roll moves them
  std::rotate(behind.begin(), behind.end() - 1, behind.end());
  std::rotate(before.begin(), before.begin() + 1, before.end());
  for (const auto &[labels, other] : {std::pair(behind, "behind"), std::pair(before, "before")}) {
    const Findings found = checkChance(labels, predictions, 10);
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].name, "label-place");
    EXPECT_EQ(found[0].severity, Severity::Error);
    EXPECT_NE(found[0].what.find(std::string("label of the one ") + other), std::string::npos)
        << found[0].what;
  }
}

TEST(Labels, OfOtherSamplesTheyAreRightByChance) {
  Labels predictions = shuffled(), labels = predictions;
  std::rotate(labels.begin(), labels.begin() + 36, labels.end());
  const Findings found = checkChance(labels, predictions, 10);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "label-chance");
  EXPECT_EQ(found[0].severity, Severity::Error);
}

TEST(Labels, Balance) {
  EXPECT_TRUE(checkBalance(labelsOf(0), 10).empty());
  EXPECT_EQ(checkBalance(Labels(20, 3), 10).size(), 1u);
  EXPECT_TRUE(checkBalance(Labels(3, 3), 10).empty()); // three say nothing
  Labels heavy = labelsOf(0);
  std::fill(heavy.begin(), heavy.begin() + 70, 2);
  EXPECT_EQ(checkBalance(heavy, 10).size(), 1u);
  Labels sparse; // one image each of half the classes
  for (int64_t i = 0; i < 500; ++i)
    sparse.push_back(2 * i);
  EXPECT_TRUE(checkBalance(sparse, 1000).empty());
  Labels two(100, 0);
  std::fill(two.begin() + 70, two.end(), 1);
  EXPECT_TRUE(checkBalance(two, 2).empty());
}

} // namespace
