#include "test/runtime/numerics/support.h"

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

namespace qrt::test {
namespace {

TEST(ThreadPool, EveryIndexOnce) {
  for (unsigned threads : {1u, 2u, 5u}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (int64_t count : {0, 1, 2, 17, 1000})
      for (int64_t grain : {0, 1, 7, 5000}) {
        std::vector<std::atomic<int>> visits(static_cast<size_t>(count));
        pool.parallelFor(count, grain, [&](int64_t begin, int64_t end) {
          EXPECT_LT(begin, end);
          EXPECT_TRUE(end - begin >= std::min(grain, count) || end == count);
          for (int64_t i = begin; i < end; ++i)
            ++visits[size_t(i)];
        });
        for (auto &visit : visits)
          ASSERT_EQ(visit.load(), 1);
      }
  }
}

TEST(ThreadPool, WhatABodyThrowsReachesTheCaller) {
  for (unsigned threads : {1u, 4u}) {
    ThreadPool pool(threads);
    for (int64_t bad : {0, 500, 999}) {
      auto body = [&](int64_t begin, int64_t end) {
        std::this_thread::yield();
        if (begin <= bad && bad < end)
          throw std::bad_alloc();
      };
      EXPECT_THROW(pool.parallelFor(1000, 1, body), std::bad_alloc);
    }
    std::atomic<int64_t> total{0};
    pool.parallelFor(100, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
    EXPECT_EQ(total, 100) << "the pool must go on";
  }
}

TEST(ThreadPool, ManyCallersAndNesting) {
  ThreadPool pool(3);
  std::atomic<int64_t> total{0};
  std::vector<std::thread> callers;
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat)
        pool.parallelFor(8, 1, [&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i)
            pool.parallelFor(10, 1, [&](int64_t b, int64_t e) { total += e - b; });
        });
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(total.load(), 4 * 50 * 8 * 10);
}

TEST(ThreadPool, WakesAfterSleeping) {
  ThreadPool pool(2);
  for (int repeat = 0; repeat < 5; ++repeat) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    std::atomic<int> seen{0};
    // Both halves wait for each other: only two threads finish this.
    pool.parallelFor(2, 1, [&](int64_t, int64_t) {
      ++seen;
      while (seen.load() < 2)
        std::this_thread::yield();
    });
    EXPECT_EQ(seen.load(), 2);
  }
}

TEST(Isa, NamesAndOrder) {
  std::vector<Isa> isas = availableIsas();
  EXPECT_EQ(isas.front(), Isa::Baseline);
  EXPECT_EQ(isas.back(), bestIsa());
  EXPECT_EQ(isaName(Isa::Avx512Vnni), "avx512vnni");
}

} // namespace
} // namespace qrt::test
