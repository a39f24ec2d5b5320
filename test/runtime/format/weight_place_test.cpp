#include "runtime/format/weight_place.h"

#include <gtest/gtest.h>

#include <limits>

namespace qrt::test {
namespace {

const std::vector<Constant> constants{{"a", Tensor::allocate(ElementType::F32, {4, 3})},
                                      {"packed at load", {}}};

void refuses(const WeightPlace &place, std::string_view says) {
  Status status = checkWeightPlaces(std::span(&place, 1), constants);
  ASSERT_FALSE(status.ok());
  EXPECT_NE(status.message().find("weight 'w'"), std::string::npos);
  EXPECT_NE(status.message().find(says), std::string::npos) << status.message();
}

TEST(WeightPlaces, HoldWhatTheyName) {
  const WeightPlace places[] = {{"w", "fc", ElementType::F32, {4, 3}, {0u}},
                                {"flat", "fc", ElementType::F32, {12}, {0u}},
                                {"gone", "fc", ElementType::F32, {9}, {}, "it is joined"}};
  EXPECT_TRUE(checkWeightPlaces(places, constants).ok());
}

TEST(WeightPlaces, DamageIsFound) {
  refuses({"w", "fc", ElementType::F32, {4, 3}, {2u}}, "a constant that is not there");
  refuses({"w", "fc", ElementType::F32, {4, 4}, {0u}}, "not what its constant holds");
  refuses({"w", "fc", ElementType::I32, {4, 3}, {0u}}, "not what its constant holds");
  refuses({"w", "fc", ElementType::F32, {4, 3}, {1u}}, "not what its constant holds");
  refuses({"w", "fc", ElementType::F32, {4, 3}, {}}, "both may be changed and may not");
  refuses({"w", "fc", ElementType::F32, {4, 3}, {0u}, "why"}, "both may be changed and may not");
  const int64_t huge = std::numeric_limits<int64_t>::max();
  refuses({"w", "fc", ElementType::F32, {huge, huge, 12}, {0u}}, "not what its constant holds");
  refuses({"w", "fc", ElementType::F32, {-4, -3}, {0u}}, "not what its constant holds");
}

} // namespace
} // namespace qrt::test
