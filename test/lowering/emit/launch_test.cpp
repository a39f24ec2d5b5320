// Constants that launches ask for: what is equal is made once, and only that.
#include "lowering/emit/launch.h"

#include <gtest/gtest.h>

namespace qopt {
namespace {

using qrt::ElementType;

TEST(ComputedConstant, IsMadeOnceForEqualValues) {
  qrt::Program program;
  const uint32_t first = computedConstant(program, "starts", {1, 2});
  EXPECT_EQ(computedConstant(program, "starts", {1, 2}), first);
  // A key is a name: who builds a program may give it twice.
  const uint32_t other = computedConstant(program, "starts", {1, 3});
  ASSERT_NE(other, first);
  EXPECT_EQ(program.constants[other].value.values<int32_t>()[1], 3);
  EXPECT_EQ(program.constants.size(), 2u);
}

TEST(ComputedConstant, IsNoneOfAnotherType) {
  qrt::Program program;
  program.constants.push_back({"starts", qrt::Tensor::allocate(ElementType::F32, {2})});
  EXPECT_EQ(computedConstant(program, "starts", {0, 0}), 1u);
}

/// Nine values in their order.
template <typename Step> Step asTheyLie() {
  Step step;
  step.type = ElementType::F32;
  step.targetShape = {3, 3};
  step.walk.sizes = {9};
  step.from.strides = step.to.strides = {1};
  return step;
}

TEST(PackedConstant, IsMadeOnceForEqualStepsOfAKind) {
  qrt::Program program;
  program.constants.push_back({"weights", qrt::Tensor::allocate(ElementType::F32, {9})});
  const uint32_t copy = packedConstant(program, asTheyLie<qrt::LoadCopy>());
  EXPECT_EQ(packedConstant(program, asTheyLie<qrt::LoadCopy>()), copy);
  const uint32_t factors = packedConstant(program, asTheyLie<qrt::LoadTileFactors>());
  EXPECT_NE(factors, copy);
  ASSERT_EQ(program.loads.size(), 2u);
  EXPECT_EQ(qrt::targetOf(program.loads[1]), factors);
  EXPECT_EQ(program.constants[copy].key.substr(0, 12), "weights:3x3:");
}

} // namespace
} // namespace qopt
