#include "runtime/drivers/cuda/memory_pool.h"

#include "test/runtime/drivers/cuda/fake_device.h"

#include <vector>

namespace qrt::test {
namespace {

class CudaMemory : public FakeDevice {
protected:
  std::shared_ptr<DeviceBytes> take(size_t bytes, DeviceStream stream = nullptr) {
    auto taken = device->allocate(bytes, stream);
    EXPECT_TRUE(taken.ok()) << taken.status().message();
    return taken ? *taken : nullptr;
  }
  const DeviceStream other = reinterpret_cast<DeviceStream>(2);
};

TEST_F(CudaMemory, HoldsWhatIsWritten) {
  auto bytes = take(8);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes->data()) % 256, 0u);
  const int values[] = {3, 4};
  int back = 0;
  ASSERT_TRUE(bytes->write(values, sizeof(values), other).ok());
  ASSERT_TRUE(bytes->read(&back, 4, 4, other).ok());
  EXPECT_EQ(back, 4);
  EXPECT_NE(take(0), nullptr);
}

TEST_F(CudaMemory, IsCopiedFromAndToWhereverItLies) {
  auto first = take(8), second = take(8);
  const int values[] = {3, 4};
  int back[2] = {};
  auto *const inside = static_cast<int *>(second->data()) + 1;
  ASSERT_TRUE(device->copy(first->data(), values, sizeof(values), other).ok());
  ASSERT_TRUE(device->copy(second->data(), first->data(), sizeof(values), other).ok());
  ASSERT_TRUE(device->copy(back, inside, sizeof(int), nullptr).ok());
  EXPECT_EQ(back[0], 4);
  EXPECT_EQ(back[1], 0);
  EXPECT_TRUE(device->copy(nullptr, nullptr, 0, nullptr).ok());
}

TEST_F(CudaMemory, ComesBackToTheStreamThatUsedIt) {
  void *first = take(1000)->data();
  const int before = fake->allocations;
  EXPECT_EQ(take(900)->data(), first) << "of the same grain";
  EXPECT_EQ(fake->allocations, before);
  EXPECT_NE(take(1000, other)->data(), first);
  EXPECT_NE(take(5000)->data(), first);
  EXPECT_EQ(fake->contextWaits, 0);
}

TEST_F(CudaMemory, OfSeveralStreamsWaitsUntilThereIsMuch) {
  std::vector<void *> known;
  const int waits = fake->contextWaits;
  for (int i = 0; i < 8; ++i) {
    auto bytes = take(1000);
    bytes->usedOn(nullptr);
    bytes->usedOn(other);
    EXPECT_EQ(std::ranges::count(known, bytes->data()), 0) << "work on it may go on";
    known.push_back(bytes->data());
  }
  EXPECT_EQ(fake->contextWaits, waits);
  const int before = fake->allocations;
  for (int i = 0; i < 8; ++i) {
    auto bytes = take(1000);
    EXPECT_EQ(std::ranges::count(known, bytes->data()), 1);
    bytes->usedOn(other);
  }
  EXPECT_EQ(fake->allocations, before);
  EXPECT_EQ(fake->contextWaits - waits, 1) << "one wait is for all of them";
}

TEST_F(CudaMemory, GivesUpWhatIsIdleWhereItIsShort) {
  for (size_t i = 1; i <= 4; ++i)
    take(i * 1000);
  EXPECT_EQ(fake->live, 4);
  fake->memory = 4096;
  auto refused = device->allocate(5000, nullptr);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.status().message(),
            "cuMemAlloc failed: CUDA_ERROR_OUT_OF_MEMORY (said so) for a tensor of 5120 bytes; "
            "use a smaller batch");
  EXPECT_EQ(fake->live, 0);
  EXPECT_NE(take(4000), nullptr);
}

TEST_F(CudaMemory, KeepsAFew) {
  for (size_t i = 1; i <= 40; ++i)
    take(i * 512);
  EXPECT_EQ(fake->live, 32);
}

TEST_F(CudaMemory, KeepsNoBlockThatIsLargerThanAllThatIsKept) {
  constexpr size_t most = size_t(1) << 30;
  fake->memory = 2 * most;
  take(most + 1);
  EXPECT_EQ(fake->live, 0);
  take(1000);
  take(most + 1);
  const int before = fake->allocations;
  take(1000);
  EXPECT_EQ(fake->allocations, before) << "others stay";
  EXPECT_EQ(fake->live, 1);
  take(most);
  EXPECT_EQ(fake->live, 1) << "in their place";
}

TEST_F(CudaMemory, OutlivesTheDevice) {
  auto bytes = take(100);
  device.reset();
  int value = 7;
  EXPECT_TRUE(bytes->write(&value, sizeof(value), nullptr).ok());
}

} // namespace
} // namespace qrt::test
