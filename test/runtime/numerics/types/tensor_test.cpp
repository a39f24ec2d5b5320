#include "runtime/numerics/types/tensor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace qrt {
namespace {

TEST(Tensor, AllocatedIsZeroAndAligned) {
  for (Shape shape : {Shape{}, Shape{0}, Shape{3, 5, 7}}) {
    Tensor tensor = Tensor::allocate(ElementType::I16, shape);
    EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
    EXPECT_EQ(tensor.bytes(), size_t(elementCount(shape)) * 2);
    for (int16_t value : tensor.values<int16_t>())
      EXPECT_EQ(value, 0);
  }
}

TEST(Tensor, CopiesAndReshapesShareBytes) {
  std::vector<float> values = {1, 2, 3, 4, 5, 6};
  Tensor tensor = Tensor::fromValues<float>({2, 3}, values);
  Tensor flat = tensor.reshaped({6});
  tensor.mutableValues<float>()[4] = 50;
  EXPECT_EQ(flat.values<float>()[4], 50);
  EXPECT_EQ(flat.shape(), (Shape{6}));
}

TEST(Tensor, ViewsKeepTheirOwnerAlive) {
  auto owner = std::make_shared<std::vector<int32_t>>(4, 9);
  std::weak_ptr<std::vector<int32_t>> watch = owner;
  {
    Tensor view = Tensor::view(ElementType::I32, {4}, owner->data(), owner);
    owner.reset();
    EXPECT_EQ(view.values<int32_t>()[3], 9);
  }
  EXPECT_TRUE(watch.expired());
}

// ONNX's order: the first of two values in the low half of a byte.
TEST(Tensor, PackedValues) {
  const int8_t values[] = {-8, 7, 0, -1, 3};
  Tensor whole = Tensor::fromValues<int8_t>({5}, values);
  Tensor small = packed(whole, ElementType::I4);
  EXPECT_EQ(small.type(), ElementType::I4);
  ASSERT_EQ(small.bytes(), 3u);
  const auto *bytes = static_cast<const uint8_t *>(small.data());
  EXPECT_EQ(bytes[0], 0x78);
  EXPECT_EQ(bytes[1], 0xf0);
  EXPECT_EQ(bytes[2], 0x03);
  Tensor back = unpacked(small);
  EXPECT_EQ(back.type(), ElementType::I8);
  EXPECT_TRUE(std::ranges::equal(back.values<int8_t>(), values));
  visitValues(small, [&](auto seen) { EXPECT_EQ(int(seen[3]), -1); });

  const uint8_t unsignedBytes[] = {0xf1, 0x0e};
  Tensor u4 = Tensor::view(ElementType::U4, {3}, unsignedBytes);
  Tensor u8 = unpacked(u4);
  EXPECT_EQ(u8.type(), ElementType::U8);
  EXPECT_TRUE(std::ranges::equal(u8.values<uint8_t>(), std::vector<uint8_t>{1, 15, 14}));
}

TEST(Tensor, ShapesAsText) {
  EXPECT_EQ(shapeToString({1, 3, 32, 32}), "1x3x32x32");
  EXPECT_EQ(shapeToString({}), "scalar");
  EXPECT_EQ(elementCount({}), 1);
}

} // namespace
} // namespace qrt
