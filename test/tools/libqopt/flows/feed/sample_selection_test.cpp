// Samples that stand for a set come from all over it.
#include "tools/libqopt/flows/feed/sample_selection.h"

#include <gtest/gtest.h>

#include <map>

using namespace qopt;

namespace {

TEST(SampleSelection, SpreadTakesOneOfEachOfEqualParts) {
  const SampleSelection some = SampleSelection().spread(7, 100);
  ASSERT_EQ(some.countIn(100), 7);
  for (int64_t part = 0; part < 7; ++part) {
    EXPECT_GE(some.sampleAt(part), part * 100 / 7);
    EXPECT_LT(some.sampleAt(part), (part + 1) * 100 / 7);
  }
}

// Evenly spaced places would be of one class alone where classes come in turn, and the first ones
// where they come one after the other.
TEST(SampleSelection, SpreadSeesAllClassesInWhateverOrderTheyCome) {
  for (int64_t classes : {2, 4, 8, 10, 20, 50}) {
    const SampleSelection some = SampleSelection().spread(200, 10000);
    std::map<int64_t, int64_t> inTurn, sorted;
    for (int64_t k = 0; k < 200; ++k) {
      ++inTurn[some.sampleAt(k) % classes];
      ++sorted[some.sampleAt(k) / (10000 / classes)];
    }
    EXPECT_EQ(int64_t(inTurn.size()), classes);
    EXPECT_EQ(int64_t(sorted.size()), classes);
    for (const auto &[label, count] : inTurn)
      EXPECT_LE(count, 2 * 200 / classes) << label << " of " << classes;
  }
}

// The samples are spread over those that were selected before, by number in the set.
TEST(SampleSelection, SpreadIsOfWhatIsSelected) {
  SampleSelection others{5, true, 40, nullptr};
  const SampleSelection some = others.spread(8, 40);
  for (int64_t k = 0; k < 8; ++k) {
    EXPECT_NE(some.sampleAt(k) % 5, 0);
    EXPECT_LT(some.sampleAt(k), others.sampleAt(39) + 1);
  }
  EXPECT_TRUE(some.check("set", 100).ok());
  EXPECT_EQ(some.countIn(100), 8);
}

TEST(SampleSelection, SpreadOfNoMoreThanThereAreIsAllOfThem) {
  SampleSelection every{3, false, 40, nullptr};
  for (int64_t count : {40, 41, 1000}) {
    const SampleSelection all = every.spread(count, 40);
    EXPECT_EQ(all.every, 3);
    EXPECT_EQ(all.most, 40);
    EXPECT_FALSE(all.chosen);
  }
}

} // namespace
