// Cosines of vectors that come in parts, and whose nearest other vector is another one.
#include "tools/libqopt/flows/numbers/vector_likeness.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace qopt;
using run::nearestOthers;
using run::VectorLikeness;

namespace {

using Rows = std::vector<double>;

Likeness likenessOf(const Rows &reference, const Rows &other, int64_t width, size_t part) {
  VectorLikeness vectors(int64_t(reference.size()) / width);
  vectors.setWidth(width);
  for (size_t i = 0; i < reference.size(); i += part) {
    const size_t count = std::min(part, reference.size() - i);
    vectors.add(std::span(reference).subspan(i, count), std::span(other).subspan(i, count));
  }
  return vectors.likeness();
}

TEST(VectorLikeness, CosinesAreOfEachSample) {
  // The same direction, 45 degrees off, the opposite, and a vector of zeros on both sides.
  const Rows reference = {3, 4, 1, 0, 2, 0, 0, 0}, other = {6, 8, 1, 1, -1, 0, 0, 0};
  const Likeness found = likenessOf(reference, other, 2, 8);
  EXPECT_EQ(found.samples, 4);
  EXPECT_DOUBLE_EQ(found.leastCosine, -1);
  EXPECT_NEAR(found.meanCosine, (1 + std::sqrt(0.5) - 1 + 1) / 4, 1e-15);
}

TEST(VectorLikeness, AVectorBesideZerosIsUnlike) {
  EXPECT_EQ(likenessOf({1, 2}, {0, 0}, 2, 2).leastCosine, 0);
}

// Bit by bit, however the values are parted.
TEST(VectorLikeness, PartsLeaveNoTrace) {
  Rows reference, other;
  for (int i = 0; i < 90; ++i) {
    reference.push_back(std::sin(i * 1.7) * 3);
    other.push_back(reference.back() + std::cos(i * 0.9) / 7);
  }
  const Likeness whole = likenessOf(reference, other, 6, 90);
  for (size_t part : {1, 4, 6, 7, 89}) {
    const Likeness found = likenessOf(reference, other, 6, part);
    EXPECT_EQ(found.meanCosine, whole.meanCosine) << part;
    EXPECT_EQ(found.leastCosine, whole.leastCosine) << part;
    EXPECT_EQ(found.neighbours, 15);
    EXPECT_EQ(found.moved, whole.moved) << part;
  }
}

TEST(VectorLikeness, NearestIsByDirection) {
  const std::vector<float> rows = {1, 0, 10, 1, 0, 1, 0.1f, 2};
  EXPECT_EQ(nearestOthers(rows, 2), (std::vector<int64_t>{1, 0, 3, 2}));
  EXPECT_EQ(nearestOthers(std::vector<float>{1, 2}, 2), std::vector<int64_t>{-1});
}

// The second vector turns from the first to the third; to both others it stays the nearest.
TEST(VectorLikeness, CountsSamplesThatHaveAnotherNearestOne) {
  const Rows reference = {1, 0, 1, 0.2, 0, 1}, other = {1, 0, 0.2, 1, 0, 1};
  const Likeness found = likenessOf(reference, other, 2, 6);
  EXPECT_EQ(found.neighbours, 3);
  EXPECT_EQ(found.moved, 1);
}

// If there are many samples, neighbours are looked for among some from all over them, and no more
// are kept.
TEST(VectorLikeness, NeighboursAreOfAtMostAThousandAndTwentyFour) {
  Rows many;
  for (int i = 0; i < 5000; ++i) {
    many.push_back(std::cos(i));
    many.push_back(std::sin(i));
  }
  const Likeness found = likenessOf(many, many, 2, 4096);
  EXPECT_EQ(found.samples, 5000);
  EXPECT_EQ(found.neighbours, 1024);
  EXPECT_EQ(found.moved, 0);
  EXPECT_EQ(found.leastCosine, 1); // to the bit, of equal vectors
}

} // namespace
