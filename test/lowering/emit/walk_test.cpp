#include "lowering/emit/extents.h"
#include "lowering/emit/walk.h"

#include <gtest/gtest.h>

namespace qopt {
namespace {

using qrt::Extent;

TEST(Extents, QuotientsAreUpperBounds) {
  for (Extent extent : {Extent{96, 0, 1}, Extent{7, 5, 1}, Extent{3, 1, 8}, Extent{0, 33, 1}})
    for (int64_t divisor : {1, 4, 32})
      for (int64_t batch : {1, 2, 31, 100}) {
        const int64_t exact = (extent.at(batch) + divisor - 1) / divisor;
        EXPECT_GE(divideExtent(extent, divisor).at(batch), exact);
        EXPECT_GE(roundExtent(extent, 16).at(batch), extent.at(batch));
        EXPECT_EQ(roundExtent(extent, 16).at(batch) % 16, 0);
        EXPECT_GE(timesExtent(extent, 3).at(batch), 3 * extent.at(batch));
      }
  EXPECT_EQ(divideExtent({96, 0, 1}, 32), (Extent{3, 0, 1})); // exact where it can be
}

TEST(Extents, ProductsThatAreNotLinearAreNone) {
  EXPECT_EQ(timesExtent(Extent{2, 0, 1}, Extent{0, 5, 1}), (Extent{10, 0, 1}));
  EXPECT_EQ(timesExtent(Extent{2, 0, 1}, Extent{1, 0, 1}), std::nullopt);
}

TEST(MergeWalk, ContiguousTensorsBecomeOneDimension) {
  const qrt::StridedAccess access{{60, 20, 5, 1}};
  const MergedWalk walk = mergeWalk({1, 0, 1}, {{1, 3, 4, 5}}, {&access, &access});
  EXPECT_EQ(walk.sizes.size(), 1u);
  EXPECT_EQ(walk.leading, (Extent{60, 0, 1}));
  EXPECT_EQ(indexText(walk, 0, 7), "((i64)7L + (i64)(i7) * 1)");
}

TEST(MergeWalk, BroadcastKeepsItsDimensions) {
  const qrt::StridedAccess dense{{60, 20, 5, 1}}, row{{0, 0, 5, 1}};
  const MergedWalk walk = mergeWalk({1, 0, 1}, {{1, 3, 4, 5}}, {&dense, &row});
  EXPECT_EQ(walk.sizes, (std::vector<int64_t>{1, 20}));
  EXPECT_EQ(walk.leading, (Extent{3, 0, 1}));
  EXPECT_EQ(indexText(walk, 0, 0), "((i64)0L + (i64)(at).i0 * 20 + (i64)(i7) * 1)");
  EXPECT_EQ(indexText(walk, 1, 0), "((i64)0L + (i64)(i7) * 1)");
}

TEST(MergeWalk, TransposeOfOneSampleDropsItsFirstDimension) {
  const qrt::StridedAccess from{{999, 1, 30}}, to{{12, 6, 1}};
  const MergedWalk walk = mergeWalk({0, 1, 1}, {{1, 2, 6}}, {&from, &to});
  EXPECT_EQ(walk.leading, (Extent{0, 2, 1})); // the second dimension's 2 takes its place
  EXPECT_EQ(walk.sizes, (std::vector<int64_t>{1, 6}));
  EXPECT_EQ(walk.strides, (std::vector<std::vector<int64_t>>{{1, 30}, {6, 1}}));
  EXPECT_EQ(indexText(walk, 0, 0), "((i64)0L + (i64)(at).i0 * 1 + (i64)(i7) * 30)");
}

TEST(WithLongRuns, GoAlongAPictureNotItsChannels) {
  const qrt::StridedAccess from{{60, 1, 20}}, to{{60, 3, 1}};
  const MergedWalk walk = mergeWalk({1, 0, 1}, {{1, 20, 3}}, {&from, &to});
  const MergedWalk turned = withLongRuns(walk, 32);
  EXPECT_EQ(turned.sizes, (std::vector<int64_t>{1, 3, 20}));
  EXPECT_EQ(turned.strides, (std::vector<std::vector<int64_t>>{{60, 20, 1}, {60, 1, 3}}));
  EXPECT_EQ(withLongRuns(walk, 1).sizes, walk.sizes); // GPUs have no runs
  EXPECT_EQ(withLongRuns(turned, 32).sizes, turned.sizes);
}

TEST(TakeTogether, AsManyAsNeighbourEachOtherEverywhere) {
  // A part of 48 bytes a pixel into pixels of 64, from byte 16 on.
  const qrt::StridedAccess from{{480, 48, 1}}, to{{640, 64, 1}};
  MergedWalk walk = mergeWalk({1, 0, 1}, {{1, 10, 48}}, {&from, &to});
  int64_t source = 0, target = 16;
  EXPECT_EQ(takeTogether(walk, {&source, &target}, 16), 16);
  EXPECT_EQ(walk.sizes.back(), 3);
  EXPECT_EQ(walk.strides, (std::vector<std::vector<int64_t>>{{3, 1}, {4, 1}}));
  EXPECT_EQ(target, 1);

  MergedWalk shifted = mergeWalk({1, 0, 1}, {{1, 10, 48}}, {&from, &to});
  int64_t odd = 6;
  EXPECT_EQ(takeTogether(shifted, {&source, &odd}, 16), 2);
  EXPECT_EQ(odd, 3);
}

TEST(TakeTogether, OneWhereNeighboursLieApartOrTheBatchIsOdd) {
  const qrt::StridedAccess planes{{60, 1, 20}}, pixels{{60, 3, 1}}, dense{{60, 20, 1}};
  int64_t source = 0, target = 0;
  MergedWalk turned = mergeWalk({1, 0, 1}, {{1, 20, 3}}, {&planes, &pixels});
  EXPECT_EQ(takeTogether(turned, {&source, &target}, 16), 1);
  MergedWalk line = mergeWalk({1, 0, 1}, {{1, 3, 20}}, {&dense, &dense});
  EXPECT_EQ(takeTogether(line, {&source, &target}, 16), 4); // 60 a sample
  EXPECT_EQ(line.leading, (Extent{15, 0, 1}));
}

} // namespace
} // namespace qopt
