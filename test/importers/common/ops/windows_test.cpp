#include "importers/common/ops/windows.h"

#include <gtest/gtest.h>

using qopt::ceilExtension;
using qopt::samePads;
using qopt::WindowAxis;
using Pads = std::pair<int64_t, int64_t>;

TEST(Windows, SamePadsPutTheOddOneWhereAsked) {
  EXPECT_EQ(samePads({5, 3, 1, 1}, false), Pads(1, 1));
  EXPECT_EQ(samePads({5, 2, 1, 1}, false), Pads(0, 1));
  EXPECT_EQ(samePads({5, 2, 1, 1}, true), Pads(1, 0));
  EXPECT_EQ(samePads({6, 3, 2, 1}, false), Pads(0, 1));
  EXPECT_EQ(samePads({6, 1, 3, 1}, false), Pads(0, 0)); // never negative
  EXPECT_EQ(samePads({5, 3, 1, 2}, false), Pads(2, 2));
}

TEST(Windows, CeilExtendsTheLastWindow) {
  EXPECT_EQ(ceilExtension({4, 3, 2, 1}), 1);
  EXPECT_EQ(ceilExtension({5, 3, 2, 1}), 0);
  EXPECT_EQ(ceilExtension({6, 3, 2, 1}), 1);
  EXPECT_EQ(ceilExtension({2, 3, 1, 1}), 0); // does not fit at all
}

TEST(Windows, CeilDropsAWindowThatStartsInThePadding) {
  // The extra window would start at 3, where image and low pad end.
  EXPECT_EQ(ceilExtension({2, 2, 3, 1, 1, 1}), 0);
  EXPECT_EQ(ceilExtension({2, 1, 2, 1}), 0);
}
