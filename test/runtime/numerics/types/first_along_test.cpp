#include "runtime/numerics/types/first_along.h"

#include <gtest/gtest.h>

using namespace qrt;

TEST(FirstAlong, KeepsWhatIsBehindEachElement) {
  const int16_t values[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12};
  const Tensor whole = Tensor::fromValues<int16_t>({2, 3, 2}, values);
  auto valuesOf = [](const Tensor &tensor) {
    auto all = tensor.values<int16_t>();
    return std::vector<int16_t>(all.begin(), all.end());
  };
  Tensor middle = firstAlong(whole, 1, 2);
  EXPECT_EQ(middle.shape(), (Shape{2, 2, 2}));
  EXPECT_EQ(valuesOf(middle), (std::vector<int16_t>{1, 2, 3, 4, 7, 8, 9, 10}));
  EXPECT_EQ(valuesOf(firstAlong(whole, 2, 1)), (std::vector<int16_t>{1, 3, 5, 7, 9, 11}));
  EXPECT_EQ(valuesOf(firstAlong(whole, 0, 1)), (std::vector<int16_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(firstAlong(whole, 1, 0).shape(), (Shape{2, 0, 2}));
  EXPECT_EQ(valuesOf(firstAlong(whole, 0, 2)), valuesOf(whole));
}
