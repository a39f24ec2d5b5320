#include "runtime/core/weight_store.h"

#include <gtest/gtest.h>

#include <array>

namespace qrt {
namespace {

Tensor numbers(float first) {
  return Tensor::fromValues<float>({3}, std::array<const float, 3>{first, 2.0f, 3.0f});
}

TEST(WeightStore, HoldsEqualTensorsOnce) {
  WeightStore store;
  const Tensor a = store.share(numbers(1)), same = store.share(numbers(1));
  const Tensor other = store.share(numbers(2));
  EXPECT_EQ(a.data(), same.data());
  EXPECT_NE(a.data(), other.data());
  EXPECT_NE(store.share(numbers(1).reshaped({1, 3})).data(), a.data()) << "another shape";
  EXPECT_EQ(store.share(a).data(), a.data());
  EXPECT_EQ(store.held().tensors, 2u) << "the one of another shape is gone";
  EXPECT_EQ(store.held().bytes, 24);
}

TEST(WeightStore, LetsGoOfWhatNobodyHolds) {
  WeightStore store;
  for (int i = 0; i < 1000; ++i)
    (void)store.share(numbers(float(i)));
  EXPECT_EQ(store.held().tensors, 0u);
  EXPECT_EQ(store.held().bytes, 0);
}

TEST(WeightStore, PacksOnceForAKey) {
  WeightStore store;
  int times = 0;
  auto make = [&]() -> WeightStore::Packing { return {std::make_shared<const int>(++times), 4}; };
  Tensor source = numbers(1);
  std::weak_ptr<const void> life;
  {
    const auto first = store.pack("a", source, make), again = store.pack("a", source, make);
    EXPECT_EQ(first.made, again.made);
    EXPECT_EQ(*static_cast<const int *>(again.made.get()), 1);
    EXPECT_EQ(again.bytes, 4);
    EXPECT_NE(store.pack("b", source, make).made, first.made);
    EXPECT_EQ(times, 2);
    EXPECT_EQ(store.held().packings, 1u);
    life = first.made;
  }
  EXPECT_TRUE(life.expired());
  EXPECT_EQ(*static_cast<const int *>(store.pack("a", source, make).made.get()), 3);
  auto none = []() -> WeightStore::Packing { return {}; };
  EXPECT_FALSE(store.pack("c", source, none).made);
}

// A key may hold the source's address: it is not another tensor's as long as the packing is there.
TEST(WeightStore, HoldsWhatAPackingIsMadeOf) {
  WeightStore store;
  Tensor source = store.share(numbers(1));
  auto packing = store.pack(
      "a", source, []() -> WeightStore::Packing { return {std::make_shared<const int>(1), 4}; });
  source = {};
  EXPECT_EQ(store.held().tensors, 1u);
  packing.made = nullptr;
  EXPECT_EQ(store.held().tensors, 0u);
}

} // namespace
} // namespace qrt
