#include "runtime/numerics/types/first_outside.h"

#include <gtest/gtest.h>

namespace qrt::test {
namespace {

template <typename T> Tensor tensorOf(const std::vector<T> &values) {
  return Tensor::fromValues<T>({int64_t(values.size())}, values);
}

TEST(FirstOutside, IsTheFirstOfSeveral) {
  std::vector<int8_t> values(100, 5);
  EXPECT_EQ(firstOutside(tensorOf(values), -127, 127), std::nullopt);
  values[40] = -128;
  values[70] = 9;
  EXPECT_EQ(firstOutside(tensorOf(values), -127, 127), -128);
  EXPECT_EQ(firstOutside(tensorOf(values), -128, 8), 9);
}

TEST(FirstOutside, KnowsSignsAndWidths) {
  EXPECT_EQ(firstOutside(tensorOf<uint8_t>({0, 255}), 0, 254), 255);
  EXPECT_EQ(firstOutside(tensorOf<uint8_t>({0, 255}), 1, 255), 0);
  EXPECT_EQ(firstOutside(tensorOf<int16_t>({-300, 300}), -300, 299), 300);
  EXPECT_EQ(firstOutside(tensorOf<int32_t>({-70000, 5}), -70000, 5), std::nullopt);
  EXPECT_EQ(firstOutside(tensorOf<int32_t>({}), 0, 0), std::nullopt);
}

TEST(FirstOutside, UnpacksHalvesOfBytes) {
  Tensor packed = Tensor::allocate(ElementType::I4, {3});
  auto *bytes = static_cast<uint8_t *>(packed.mutableData());
  bytes[0] = 0x81; // 1, −8
  bytes[1] = 0x07; // 7
  EXPECT_EQ(firstOutside(packed, -7, 7), -8);
  EXPECT_EQ(firstOutside(packed, -8, 6), 7);
}

} // namespace
} // namespace qrt::test
