#include "tools/libqopt/load/child_process.h"

#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <cstdlib>
#include <sys/mman.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace qopt;

namespace {

constexpr ChildLimits limits{uint64_t(256) << 20, 20};

TEST(Child, AnswersWithACodeAndBytes) {
  for (size_t size : {size_t(0), size_t(5), size_t(10) << 20}) {
    std::string bytes(size, 'x');
    ChildResult result = runInChild(
        [&](ChildAnswer &answer) {
          answer.enter('a');
          answer.enter('b');
          answer.stream << bytes;
          return 200;
        },
        limits);
    ASSERT_EQ(result.end, ChildResult::Finished);
    EXPECT_EQ(result.code, 200);
    EXPECT_EQ(result.phase, 'b');
    EXPECT_EQ(result.answer->getBuffer(), bytes);
    EXPECT_TRUE(llvm::isAddrAligned(llvm::Align(64), result.answer->getBufferStart()));
  }
}

TEST(Child, ChangesNothingHere) {
  int value = 1;
  EXPECT_EQ(runInChild([&](ChildAnswer &) { return value = 2; }, limits).code, 2);
  EXPECT_EQ(value, 1);
}

TEST(Child, CrashesAlone) {
  auto crash = [](ChildAnswer &answer) -> int {
    answer.stream << "half a word";
    answer.enter('c');
    raise(SIGSEGV);
    return 0;
  };
  ChildResult result = runInChild(crash, limits);
  EXPECT_EQ(result.end, ChildResult::Crashed);
  EXPECT_EQ(result.code, SIGSEGV);
  EXPECT_EQ(result.phase, 'c');
  EXPECT_EQ(result.answer, nullptr);
  result = runInChild([](ChildAnswer &) -> int { std::abort(); }, limits);
  EXPECT_EQ(result.end, ChildResult::Crashed);
  EXPECT_EQ(result.code, SIGABRT);
  result = runInChild([](ChildAnswer &) -> int { _exit(0); }, limits); // whatever it says
  EXPECT_EQ(result.end, ChildResult::Crashed);
}

#if !defined(__SANITIZE_ADDRESS__) // no limit of the address space there
TEST(Child, TakesNoMoreMemoryThanItMay) {
  auto take = [](ChildAnswer &) {
    std::vector<char> block(size_t(1) << 30, 1);
    return int(block.back());
  };
  EXPECT_EQ(runInChild(take, limits).end, ChildResult::OutOfMemory);
  ChildResult result = runInChild(take, {uint64_t(2) << 30, 20});
  EXPECT_EQ(result.end, ChildResult::Finished);
}
#endif

TEST(Child, TakesNoMoreTimeThanItMay) {
  auto spin = [](ChildAnswer &) -> int {
    for (volatile unsigned i = 0;;)
      i = i + 1;
  };
  EXPECT_EQ(runInChild(spin, {uint64_t(256) << 20, 1}).end, ChildResult::OutOfTime);
}

// A lock that another thread held at the fork is never given back in the child.
TEST(Child, IsBegunAnewWhenItWaitsForNobody) {
  auto *tries = static_cast<std::atomic<int> *>(mmap(nullptr, sizeof(std::atomic<int>),
                                                     PROT_READ | PROT_WRITE,
                                                     MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  auto work = [&](ChildAnswer &) {
    if (++*tries < 3)
      while (true)
        pause();
    return 7;
  };
  ChildLimits impatient{uint64_t(256) << 20, 20, std::chrono::milliseconds(200)};
  ChildResult result = runInChild(work, impatient);
  EXPECT_EQ(result.end, ChildResult::Finished);
  EXPECT_EQ(result.code, 7);
  *tries = -10;
  EXPECT_EQ(runInChild(work, impatient).end, ChildResult::OutOfTime);
  EXPECT_EQ(*tries, -7);
  munmap(tries, sizeof *tries);
}

// A host that wants no news of children leaves none to wait for.
TEST(Child, IsHeardWhereChildrenAreIgnored) {
  auto before = std::signal(SIGCHLD, SIG_IGN);
  EXPECT_EQ(runInChild([](ChildAnswer &) { return 3; }, limits).code, 3);
  ChildResult result = runInChild([](ChildAnswer &) -> int { std::abort(); }, limits);
  EXPECT_EQ(result.end, ChildResult::Crashed);
  std::signal(SIGCHLD, before);
}

TEST(Child, LeavesNothingBehind) {
  auto descriptors = [] {
    int open = 0;
    for (int fd = 0; fd < 256; ++fd)
      open += lseek(fd, 0, SEEK_CUR) >= 0 || errno != EBADF;
    return open;
  };
  int before = descriptors();
  for (int i = 0; i < 3; ++i) {
    (void)runInChild([](ChildAnswer &) { return 0; }, limits);
    (void)runInChild([](ChildAnswer &) -> int { std::abort(); }, limits);
  }
  EXPECT_EQ(descriptors(), before);
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1); // no child left
}

// The pipe of one is open in another's child.
TEST(Child, ServesManyThreads) {
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        bool crashes = i % 4 == t;
        ChildResult result = runInChild(
            [&](ChildAnswer &answer) {
              answer.stream << std::string(100, char('0' + t));
              return crashes ? (raise(SIGSEGV), 0) : i;
            },
            limits);
        right += crashes ? result.end == ChildResult::Crashed
                         : result.end == ChildResult::Finished && result.code == i &&
                               result.answer->getBuffer() == std::string(100, char('0' + t));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(right, 80);
}

} // namespace
