#include "runtime/numerics/execution/float_environment.h"
#include "test/runtime/numerics/support.h"

#include <atomic>
#include <chrono>
#include <ctime>
#include <new>
#include <sched.h>
#include <thread>
#include <unistd.h>

namespace qrt::test {
namespace {

TEST(ThreadPool, EveryIndexOnce) {
  for (unsigned threads : {1u, 2u, 5u, 20u}) {
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

// Between two runs a model costs nothing.
TEST(ThreadPool, WaitingTakesNoTime) {
  ThreadPool pool(4);
  std::atomic<int64_t> total{0};
  pool.parallelFor(100, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  const std::clock_t before = std::clock(); // of all threads
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_LT(double(std::clock() - before) / CLOCKS_PER_SEC, 0.02);
  EXPECT_EQ(total.load(), 100);
}

// One thread's chunk may take seconds longer than those of the others.
TEST(ThreadPool, ACallerSleepsUntilALongChunkIsDone) {
  ThreadPool pool(2);
  for (int repeat = 0; repeat < 3; ++repeat) {
    std::atomic<bool> hasBegun{false}, isDone{false};
    const std::thread::id caller = std::this_thread::get_id();
    const std::clock_t before = std::clock(); // of all threads
    pool.parallelFor(2, 1, [&](int64_t, int64_t) {
      if (std::this_thread::get_id() == caller) {
        while (!hasBegun)
          std::this_thread::yield();
        return;
      }
      hasBegun = true;
      std::this_thread::sleep_for(std::chrono::milliseconds(300));
      isDone = true;
    });
    EXPECT_TRUE(isDone);
    EXPECT_LT(double(std::clock() - before) / CLOCKS_PER_SEC, 0.1);
  }
}

// A worker that the system has put on its caller's core, and would leave there, moves.
TEST(ThreadPool, WorkersLeaveTheirCallersCore) {
  cpu_set_t allowed;
  ASSERT_EQ(sched_getaffinity(0, sizeof allowed, &allowed), 0);
  if (CPU_COUNT(&allowed) < 2)
    GTEST_SKIP() << "one core";
  ThreadPool pool(2);
  std::atomic<pid_t> worker{0};
  const pid_t caller = gettid();
  auto body = [&](int64_t, int64_t) {
    if (gettid() != caller)
      worker = gettid();
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::microseconds(5)) {
    }
  };
  while (!worker)
    pool.parallelFor(8, 1, body);
  cpu_set_t here;
  CPU_ZERO(&here);
  CPU_SET(sched_getcpu(), &here);
  ASSERT_EQ(sched_setaffinity(0, sizeof here, &here), 0); // the caller stays
  ASSERT_EQ(sched_setaffinity(worker, sizeof here, &here), 0);
  ASSERT_EQ(sched_setaffinity(worker, sizeof allowed, &allowed), 0);
  std::atomic<bool> isElsewhere{false};
  const auto begin = std::chrono::steady_clock::now();
  while (!isElsewhere && std::chrono::steady_clock::now() - begin < std::chrono::seconds(5))
    pool.parallelFor(8, 1, [&](int64_t b, int64_t e) {
      body(b, e);
      if (gettid() != caller && !CPU_ISSET(sched_getcpu(), &here))
        isElsewhere = true;
    });
  cpu_set_t after;
  EXPECT_TRUE(isElsewhere);
  EXPECT_EQ(sched_getaffinity(worker, sizeof after, &after), 0);
  EXPECT_TRUE(CPU_EQUAL(&allowed, &after)) << "it may be moved as before";
  sched_setaffinity(0, sizeof allowed, &allowed);
}

// More threads than cores, as with several models: those that look around must come back, and all
// must be able to end.
TEST(ThreadPool, ManyPoolsAtOnce) {
  std::vector<std::thread> callers;
  std::atomic<int64_t> total{0};
  const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  for (int c = 0; c < 4; ++c)
    callers.emplace_back([&] {
      ThreadPool pool(cores + 1);
      for (int repeat = 0; repeat < 500; ++repeat)
        pool.parallelFor(16, 1, [&](int64_t begin, int64_t end) { total += end - begin; });
    });
  for (std::thread &caller : callers)
    caller.join();
  EXPECT_EQ(total.load(), 4 * 500 * 16);
}

#if defined(__x86_64__)
constexpr unsigned flushingTowardZero = 0x1f80 | 0x8040 | 0x6000; // all masked, FTZ, DAZ, RZ
unsigned modesOf(unsigned mxcsr) { return mxcsr & 0xffc0; }       // without what has happened

// New threads inherit their maker's; a body must not see it.
TEST(ThreadPool, WorkersKeepDenormalsAndRoundToNearest) {
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(flushingTowardZero);
  const std::thread::id caller = std::this_thread::get_id();
  std::atomic<int> seen{0}, wrong{0};
  {
    ThreadPool pool(2);
    pool.parallelFor(2, 1, [&](int64_t, int64_t) {
      if (std::this_thread::get_id() != caller && modesOf(__builtin_ia32_stmxcsr()) != 0x1f80)
        ++wrong;
      ++seen;
      while (seen.load() < 2)
        std::this_thread::yield();
    });
  }
  __builtin_ia32_ldmxcsr(before);
  EXPECT_EQ(wrong.load(), 0);
}

TEST(DefaultFloatEnvironment, IsInForceAndThenGone) {
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(flushingTowardZero);
  volatile float tiny = 0x1p-126f, third = 3, quotient, halved;
  {
    DefaultFloatEnvironment environment;
    halved = tiny / 2;
    quotient = 2 / third;
  }
  unsigned after = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before);
  EXPECT_EQ(halved, 0x1p-127f);
  EXPECT_EQ(quotient, 2.0f / 3.0f); // rounds up
  EXPECT_EQ(modesOf(after), flushingTowardZero);
}
#endif

TEST(Isa, NamesAndOrder) {
  std::vector<Isa> isas = availableIsas();
  EXPECT_EQ(isas.front(), Isa::Baseline);
  EXPECT_EQ(isaName(Isa::Avx512Vnni), "avx512vnni");
  for (Isa isa : isas)
    EXPECT_EQ(*isaNamed(isaName(isa)), isa);
}

TEST(Isa, AWrongNameIsAnErrorThatListsTheRightOnes) {
  std::vector<std::string_view> wrong = {"", "AVX2", "avx", "sse2"};
  for (Isa isa : {Isa::Avx2, Isa::Avx512, Isa::Avx512Vnni})
    if (isa > availableIsas().back())
      wrong.push_back(isaName(isa));
  for (std::string_view name : wrong) {
    auto isa = isaNamed(name);
    ASSERT_FALSE(isa.ok()) << name;
    EXPECT_EQ(isa.status().code(), StatusCode::InvalidArgument);
    std::string message = isa.status().message();
    EXPECT_TRUE(message.starts_with("QOPT_ISA=" + std::string(name) + ":")) << message;
    EXPECT_NE(message.find("baseline"), std::string::npos) << message;
    EXPECT_NE(message.find(isaName(availableIsas().back())), std::string::npos) << message;
  }
}

} // namespace
} // namespace qrt::test
