#include "ir/types/dim_order.h"

#include <gtest/gtest.h>

using namespace qopt;

TEST(DimOrder, PermutationsAndTheirInverses) {
  EXPECT_EQ(channelsFirst(4), (Order{0, 3, 1, 2}));
  EXPECT_EQ(inverse(channelsFirst(4)), (Order{0, 2, 3, 1}));
  EXPECT_EQ(placeOf(3, channelsFirst(4)), 1);
  EXPECT_EQ(placeOf(3, {}), 3);
  EXPECT_EQ(channelsLast(4), inverse(channelsFirst(4)));
  const std::vector<float> values{0, 1, 2, 3, 4, 5};
  qrt::Tensor stored = qrt::Tensor::fromValues<float>({2, 3}, std::span<const float>(values));
  qrt::Tensor turned = inOrder(stored, {1, 0});
  EXPECT_EQ(turned.shape(), (qrt::Shape{3, 2}));
  EXPECT_EQ(turned.values<float>()[1], 3);
  EXPECT_EQ(inOrder(stored, channelsFirst(4)).shape(), (qrt::Shape{1, 3, 1, 2}));
}
