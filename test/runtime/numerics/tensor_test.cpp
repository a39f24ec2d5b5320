#include "runtime/numerics/tensor.h"

#include <gtest/gtest.h>

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

TEST(Tensor, ShapesAsText) {
  EXPECT_EQ(shapeToString({1, 3, 32, 32}), "1x3x32x32");
  EXPECT_EQ(shapeToString({}), "scalar");
  EXPECT_EQ(elementCount({}), 1);
}

} // namespace
} // namespace qrt
