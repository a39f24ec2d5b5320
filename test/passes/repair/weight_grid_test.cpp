// Grids of channels and of groups, and where one ends.
#include "passes/repair/weight_grid.h"

#include <gtest/gtest.h>

#include <limits>

namespace qopt::rounding {
namespace {

Matrix row(std::initializer_list<double> values) {
  Matrix made(1, Eigen::Index(values.size()));
  std::copy(values.begin(), values.end(), made.data());
  return made;
}

// Steps of 1 in the first group, of 0.5 in the second, of 2 in what is left.
const Matrix weights = row({7, -2, 3.5, 0.25, 14});

TEST(WeightGrid, HasAStepForEachGroup) {
  const WeightGrid grid(weights, 4, 2);
  ASSERT_EQ(grid.groups(), 3);
  EXPECT_EQ(grid.count(2), 1);
  EXPECT_EQ(grid.groupOf(3), 1);
  const std::vector<double> scales{grid.scale(0, 0), grid.scale(0, 1), grid.scale(0, 2)};
  EXPECT_EQ(scales, (std::vector<double>{1, 0.5, 2}));
  const Matrix steps = grid.nearest(weights);
  EXPECT_EQ(steps, row({7, -2, 7, 0, 7})); // 0.25 is a tie, which goes to even
  EXPECT_EQ(grid.realOf(steps), row({7, -2, 3.5, 0, 14}));
}

TEST(WeightGrid, EndsAtTheLargestWeightItself) {
  const float most = 0.1f; // its seventh times seven is another number
  const WeightGrid grid(row({double(most), -0.05}), 4, 2);
  EXPECT_EQ(grid.weightAt(0, 0, 7), most);
  EXPECT_EQ(grid.weightAt(0, 1, -7), -most);
  EXPECT_EQ(grid.weightAt(0, 1, -3), float(-3 * grid.scale(0, 0)));
}

TEST(WeightGrid, StaysWhereAnotherEndHasNoScale) {
  WeightGrid grid(weights, 4, 5);
  EXPECT_EQ(grid.scale(0, 0), 2);
  grid.endAt(row({0, 0, 1e-40, 0, 0}));
  EXPECT_EQ(grid.scale(0, 0), 2);
  grid.setLargest(0, 0, -1);
  EXPECT_EQ(grid.scale(0, 0), 2);
  EXPECT_EQ(grid.times(0.5).scale(0, 0), 1);
  EXPECT_EQ(grid.times(std::numeric_limits<float>::min() / 14).scale(0, 0), 2);
  grid.endAt(row({0, -21, 0, 0, 0}));
  EXPECT_EQ(grid.scale(0, 0), 3);
  EXPECT_EQ(WeightGrid(row({0, 1e-40}), 4, 2).scale(0, 0), 0);
}

} // namespace
} // namespace qopt::rounding
