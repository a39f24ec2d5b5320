#include "tools/libqopt/flows/lint_data/input_checks.h"

#include <gtest/gtest.h>

#include <limits>

using namespace qopt::lint;
using qrt::Tensor;

namespace {

TEST(InputChecks, FiniteRows) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              inf = std::numeric_limits<float>::infinity();
  Tensor values =
      Tensor::fromValues<float>({4, 2}, std::vector<float>{1, 2, nan, 3, 4, -inf, 5, nan});
  EXPECT_EQ(finiteRows(values, 4), (std::vector<bool>{true, false, false, false}));
  EXPECT_EQ(rowsWithoutNan(values, 4), (std::vector<bool>{true, false, true, false}));
  EXPECT_EQ(finiteRows(values, 1), std::vector<bool>{true}); // others fill up
  EXPECT_EQ(finiteRows(Tensor::fromValues<uint8_t>({2, 1}, std::vector<uint8_t>{0, 255}), 2),
            (std::vector<bool>{true, true}));
}

TEST(InputChecks, ChannelsReversed) {
  Tensor images = Tensor::fromValues<uint8_t>({1, 3, 1, 2}, std::vector<uint8_t>{1, 2, 3, 4, 5, 6});
  Tensor reversed = channelsReversed(images, 2);
  EXPECT_EQ(reversed.shape(), (qrt::Shape{2, 3, 1, 2}));
  auto values = reversed.values<uint8_t>();
  EXPECT_EQ(std::vector<uint8_t>(values.begin(), values.end()),
            (std::vector<uint8_t>{5, 6, 3, 4, 1, 2, 5, 6, 3, 4, 1, 2}));
}

} // namespace
