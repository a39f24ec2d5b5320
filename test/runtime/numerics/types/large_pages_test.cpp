#include "runtime/numerics/execution/scratch.h"
#include "runtime/numerics/types/tensor.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <thread>
#include <vector>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

namespace qrt {
namespace {

constexpr size_t sizes[] = {1, 64, 1000, 65 << 10, 900 << 10, 3 << 20, 5 << 20, 9 << 20};

TEST(LargePages, MemoryIsAligned) {
  for (size_t size : sizes) {
    void *memory = allocateOnLargePages(size);
    EXPECT_EQ(uintptr_t(memory) % (size < 2 << 20 ? 64 : 2 << 20), 0u) << size;
    std::memset(memory, 1, size);
    std::free(memory);
  }
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
TEST(LargePages, NoLargePageIsTakenForItsBeginning) {
  constexpr size_t page = 2 << 20;
  // From the heap: a mapping of its own would count what is left of it behind the aligned block.
  ASSERT_EQ(mallopt(M_MMAP_THRESHOLD, int(8 * page)), 1);
  for (size_t size : {page, page + 1, 2 * page, 2 * page + 64}) {
    void *memory = allocateOnLargePages(size);
    EXPECT_LT(malloc_usable_size(memory), size + 3 * 4096) << size;
    std::free(memory);
    const Tensor tensor = Tensor::allocate(ElementType::U8, {int64_t(size)});
    EXPECT_LT(malloc_usable_size(const_cast<void *>(tensor.data())), size + 3 * 4096) << size;
  }
}

// The system fills new pages with zeros: each run would wait for it.
TEST(LargePages, WeightsOfARunAreNoLargerThanTheyAre) {
  for (size_t size : sizes) {
    const std::shared_ptr<char> memory = allocateWeights(size, PackedFor::Run);
    EXPECT_EQ(uintptr_t(memory.get()) % 64, 0u) << size;
    const size_t usable = malloc_usable_size(memory.get()); // of a block of others: something else
    EXPECT_TRUE(usable >= size && usable < size + 3 * 4096) << size << " in " << usable;
  }
}
#endif

TEST(LargePages, ScratchThatCouldNotGrowIsAsItWas) {
  constexpr size_t tooMuch = size_t(1) << 60;
  Scratch scratch(100);
  EXPECT_THROW(scratch.reserve(tooMuch), std::bad_alloc);
  EXPECT_EQ(scratch.size(), 128u);
  WeightMemory weights(PackedFor::Program);
  EXPECT_THROW(weights.reserve(tooMuch), std::bad_alloc);
  EXPECT_EQ(weights.size(), 0u);
  EXPECT_NE(weights.reserve(1000), nullptr);
}

TEST(LargePages, WeightsKeepTheirBytes) {
  std::vector<std::pair<std::shared_ptr<char>, size_t>> all;
  for (int round = 0; round < 5; ++round)
    for (size_t size : sizes) {
      all.emplace_back(allocateWeights(size, PackedFor::Program), size);
      EXPECT_EQ(uintptr_t(all.back().first.get()) % 64, 0u) << size;
      std::memset(all.back().first.get(), int(all.size()), size);
      if (all.size() % 3 == 0) // others stay
        all[all.size() / 2] = {};
    }
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t at = 0; at < all[i].second; at += 509)
      ASSERT_EQ(all[i].first.get()[at], char(i + 1));
}

TEST(LargePages, ThreadsTakeWeightsAtOnce) {
  std::vector<std::thread> threads;
  for (char t = 0; t < 4; ++t)
    threads.emplace_back([t] {
      for (int i = 0; i < 50; ++i) {
        auto memory = allocateWeights(100 << 10, PackedFor::Program);
        std::memset(memory.get(), t, 100 << 10);
        for (size_t at = 0; at < 100 << 10; at += 509)
          ASSERT_EQ(memory.get()[at], t);
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace
} // namespace qrt
