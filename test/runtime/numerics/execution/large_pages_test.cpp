#include "runtime/numerics/execution/large_pages.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

namespace qrt {
namespace {

constexpr size_t sizes[] = {1, 64, 1000, 65 << 10, 900 << 10, 3 << 20, 5 << 20, 9 << 20};

TEST(LargePages, MemoryIsAligned) {
  for (size_t size : sizes) {
    void *memory = allocateAligned(size);
    EXPECT_EQ(uintptr_t(memory) % (size < 2 << 20 ? 64 : 2 << 20), 0u) << size;
    std::memset(memory, 1, size);
    std::free(memory);
  }
}

TEST(LargePages, WeightsKeepTheirBytes) {
  std::vector<std::pair<std::shared_ptr<char>, size_t>> all;
  for (int round = 0; round < 5; ++round)
    for (size_t size : sizes) {
      all.emplace_back(allocateWeights(size), size);
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
        auto memory = allocateWeights(100 << 10);
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
