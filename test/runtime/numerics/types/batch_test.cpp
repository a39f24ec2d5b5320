#include "runtime/numerics/types/batch.h"

#include <gtest/gtest.h>

#include <limits>

namespace qrt::test {
namespace {

const std::vector<PortDescription<Extent>> expected = {{"x", ElementType::F32, {{2, 1}, {0, 3}}},
                                                       {"y", ElementType::I8, {{0, 2}, {1, 0}}}};

Expected<int64_t> solved(Shape x, Shape y, ElementType type = ElementType::F32) {
  std::vector<Tensor> inputs = {Tensor::allocate(type, x), Tensor::allocate(ElementType::I8, y)};
  return solveBatch(expected, inputs);
}

TEST(Batch, OneForAllInputs) {
  EXPECT_EQ(*solved({3, 3}, {2, 1}), 1);
  EXPECT_EQ(*solved({9, 3}, {2, 4}), 4);
  EXPECT_EQ(*solveBatch({}, {}), 1);
}

TEST(Batch, WhatFitsNoneIsNamed) {
  auto says = [](const Expected<int64_t> &batch) {
    return batch.ok() ? "" : batch.status().message();
  };
  EXPECT_EQ(says(solved({4, 3}, {2, 1})), "input 'x' is 4x3 of f32; 2*N+1x3 of f32 is needed");
  EXPECT_EQ(says(solved({3, 3, 1}, {2, 1})), "input 'x' is 3x3x1 of f32; 2*N+1x3 of f32 is needed");
  EXPECT_EQ(says(solved({3, 3}, {2, 1}, ElementType::I32)),
            "input 'x' is 3x3 of i32; 2*N+1x3 of f32 is needed");
  EXPECT_EQ(says(solved({3, 3}, {2, 2})),
            "input 'y' is 2x2 of i8; 2xN of i8 is needed for one N in all inputs");
  EXPECT_EQ(says(solved({1, 3}, {2, 0})),
            "input 'x' is a batch of zero: at least one sample is needed");
  const std::vector<PortDescription<Extent>> scalar = {{"z", ElementType::I8, {}}};
  EXPECT_EQ(says(solveBatch(scalar, std::vector{Tensor::allocate(ElementType::I8, {1})})),
            "input 'z' is 1 of i8; a scalar of i8 is needed");
  EXPECT_EQ(says(solveBatch(expected, {})), "2 inputs are needed, 0 were given");
}

// Sizes of a caller's, which may be any numbers.
TEST(Batch, SizesOfNoTensorFitNone) {
  for (int64_t size : {int64_t(-1), std::numeric_limits<int64_t>::min(),
                       std::numeric_limits<int64_t>::min() + 1}) {
    const std::vector<Tensor> inputs = {Tensor::view(ElementType::F32, {size, 3}, nullptr),
                                        Tensor::view(ElementType::I8, {2, 1}, nullptr)};
    EXPECT_FALSE(solveBatch(expected, inputs).ok()) << size;
  }
}

} // namespace
} // namespace qrt::test
