#include "importers/common/values/int_tensor.h"

#include <gtest/gtest.h>
#include <limits>

using namespace qopt;
using nn::Dim;
using nn::staticDim;

static constexpr int64_t lowest = std::numeric_limits<int64_t>::min();
static constexpr int64_t highest = std::numeric_limits<int64_t>::max();

// scale·N + offset.
static Dim linear(int64_t scale, int64_t offset) {
  return *nn::add(*nn::multiply(Dim::symbol("N"), staticDim(scale)), staticDim(offset));
}

TEST(IntTensor, CombinesSizes) {
  EXPECT_EQ(combine(IntOp::Add, linear(2, 1), linear(3, 4)), linear(5, 5));
  EXPECT_EQ(combine(IntOp::Sub, linear(2, 1), linear(2, 4)), staticDim(-3));
  EXPECT_EQ(combine(IntOp::Mul, linear(2, 1), staticDim(3)), linear(6, 3));
  EXPECT_EQ(combine(IntOp::Mul, linear(1, 0), linear(1, 0))->text(), "N*N");
  EXPECT_EQ(combine(IntOp::Max, linear(1, 0), staticDim(-1)), linear(1, 0));
  EXPECT_EQ(combine(IntOp::Min, linear(1, 0), staticDim(1)), staticDim(1));
}

TEST(IntTensor, DividesTowardsZero) {
  EXPECT_EQ(combine(IntOp::Div, staticDim(-7), staticDim(2)), staticDim(-3));
  EXPECT_EQ(combine(IntOp::Div, linear(4, 2), staticDim(2)), linear(2, 1));
  EXPECT_EQ(combine(IntOp::Div, linear(4, 2), staticDim(4)), linear(1, 0));
  EXPECT_EQ(combine(IntOp::Div, linear(4, 2), linear(4, 2)), staticDim(1));
  // Below 0, where rounding down is not rounding towards zero.
  EXPECT_EQ(combine(IntOp::Div, linear(1, -3), staticDim(2)), std::nullopt);
  EXPECT_EQ(combine(IntOp::Div, staticDim(3), staticDim(0)), std::nullopt);
  EXPECT_EQ(combine(IntOp::Div, staticDim(lowest), staticDim(-1)), std::nullopt);
}

TEST(IntTensor, OverflowHasNoAnswer) {
  EXPECT_EQ(combine(IntOp::Add, staticDim(highest), staticDim(1)), std::nullopt);
  EXPECT_EQ(combine(IntOp::Sub, staticDim(lowest), staticDim(1)), std::nullopt);
  EXPECT_EQ(combine(IntOp::Mul, staticDim(highest), staticDim(2)), std::nullopt);
}

TEST(IntTensor, BroadcastsAScalar) {
  IntTensor vector = IntTensor::vector({staticDim(1), linear(1, 0)});
  auto sum = combine(IntOp::Add, IntTensor::scalar(staticDim(5)), vector);
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum->shape.size(), 1u);
  EXPECT_EQ(sum->values[0], staticDim(6));
  EXPECT_EQ(sum->values[1], linear(1, 5));
  EXPECT_FALSE(sum->constants());
  IntTensor three = IntTensor::vector({staticDim(1), staticDim(2), staticDim(3)});
  EXPECT_FALSE(combine(IntOp::Add, vector, three));
}

TEST(IntTensor, ShapesBroadcast) {
  EXPECT_EQ(broadcastShape({{}, {}}), IntShape());
  EXPECT_EQ(broadcastShape({{}, {1}}), IntShape{1});
  EXPECT_EQ(broadcastShape({{3}, {1}, {}}), IntShape{3});
  EXPECT_EQ(broadcastShape({{1}, {0}}), IntShape{0});
  EXPECT_EQ(broadcastShape({{0}, {1}}), IntShape{0});
  EXPECT_EQ(broadcastShape({{2}, {3}}), std::nullopt);
  EXPECT_EQ(broadcastShape({{0}, {2}}), std::nullopt);
  EXPECT_EQ(broadcastShape({{1, 1}, {1}}), std::nullopt);
}

TEST(IntTensor, KeepsTheRangeOfI32) {
  IntTensor big = IntTensor::scalar(staticDim(2000000000), /*wide=*/false);
  EXPECT_FALSE(combine(IntOp::Add, big, big));
  big.wide = true;
  EXPECT_TRUE(combine(IntOp::Add, big, big));
}

TEST(IntTensor, ReadsSmallIntegerTensorsOnly) {
  std::vector<int64_t> values{3, -1};
  auto tensor = qrt::Tensor::fromValues<int64_t>({2}, std::span<const int64_t>(values));
  auto ints = IntTensor::of(tensor);
  ASSERT_TRUE(ints);
  EXPECT_EQ(ints->constants()->back(), -1);
  EXPECT_EQ(ints->tensor()->values<int64_t>()[0], 3);
  EXPECT_FALSE(IntTensor::of(tensor.reshaped({1, 2})));
  EXPECT_FALSE(IntTensor::of(qrt::Tensor::allocate(qrt::ElementType::I64, {5000})));
  EXPECT_FALSE(IntTensor::of(qrt::Tensor::allocate(qrt::ElementType::F32, {2})));
}
