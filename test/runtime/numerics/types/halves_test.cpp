#include "runtime/numerics/types/halves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace qrt {
namespace {

TEST(Halves, StandBesideFloatsOnly) {
  for (ElementType half : {ElementType::F16, ElementType::BF16}) {
    EXPECT_TRUE(isReadType(half) && !isAnchorType(half));
    for (ElementType other : {ElementType::F32, ElementType::F16, ElementType::BF16})
      EXPECT_TRUE(isReadFactor(half, other) && isReadFactor(other, half));
    for (ElementType other : {ElementType::I8, ElementType::I16, ElementType::F8E4M3FN})
      EXPECT_FALSE(isReadFactor(half, other) || isReadFactor(other, half));
  }
  EXPECT_FALSE(isReadType(ElementType::F8E5M2) || isReadType(ElementType::F64));
  EXPECT_TRUE(isReadFactor(ElementType::I8, ElementType::I16));
  EXPECT_FALSE(isReadFactor(ElementType::I16, ElementType::I8));
}

TEST(Halves, AreWidened) {
  Tensor tensor = Tensor::allocate(ElementType::BF16, {2, 2});
  const uint16_t codes[] = {0x3f80, 0xc049, 0x7f80, 0x0001}; // 1, −3.140625, infinity, 2^-133
  for (int i = 0; i < 4; ++i)
    tensor.mutableValues<BFloat16>()[size_t(i)].bits = codes[i];
  Tensor wide = widened(tensor);
  EXPECT_EQ(wide.type(), ElementType::F32);
  EXPECT_EQ(wide.shape(), (Shape{2, 2}));
  const float expected[] = {1.0f, -3.140625f, std::numeric_limits<float>::infinity(), 0x1p-133f};
  EXPECT_TRUE(std::ranges::equal(wide.values<float>(), expected));
  EXPECT_EQ(widened(wide).data(), wide.data()) << "others are as they are";
}

} // namespace
} // namespace qrt
