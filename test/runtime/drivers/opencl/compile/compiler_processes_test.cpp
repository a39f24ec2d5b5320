#include "runtime/drivers/opencl/compile/compiler_processes.h"

#include "test/runtime/drivers/opencl/compile/children.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdio>
#include <fstream>
#include <set>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace qrt::test {
namespace {

using opencl::CompilerProcesses;
using opencl::MessageKind;

CompilerProcesses fakes(unsigned most, const char *behaviour = "good") {
  return {QOPT_FAKE_COMPILER, {0, behaviour, "1", {"QOPT_FAKE=seen"}}, most};
}

std::optional<std::string> build(CompilerProcesses &processes, const std::string &text) {
  auto built = processes.build(MessageKind::Source, bytesOf(text));
  if (!built)
    return std::nullopt;
  return std::string(built->begin(), built->end());
}

std::string processOf(const std::string &built) { return built.substr(built.rfind(' ') + 1); }

TEST(CompilerProcesses, AnswerManyThreadsByNoMoreThanTheyMayBe) {
  CompilerProcesses processes = fakes(3);
  std::mutex mutex;
  std::set<std::string> seen;
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < 6; ++i) {
        const std::string text = std::to_string(t * 100 + i);
        std::optional<std::string> built = build(processes, text);
        std::lock_guard lock(mutex);
        ASSERT_TRUE(built);
        EXPECT_EQ(built->substr(0, built->rfind(' ')), text);
        seen.insert(processOf(*built));
      }
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(seen.size(), 3u);
}

TEST(CompilerProcesses, CarryLongTexts) {
  CompilerProcesses processes = fakes(1);
  const std::string text(3 << 20, 'x');
  std::optional<std::string> built = build(processes, text);
  ASSERT_TRUE(built);
  EXPECT_EQ(built->substr(0, text.size()), text);
}

TEST(CompilerProcesses, GoOnAfterATextThatDoesNotBuild) {
  CompilerProcesses processes = fakes(1);
  std::optional<std::string> before = build(processes, "a");
  EXPECT_FALSE(build(processes, "wrong"));
  std::optional<std::string> after = build(processes, "b");
  ASSERT_TRUE(before && after);
  EXPECT_EQ(processOf(*before), processOf(*after));
}

TEST(CompilerProcesses, ThatEndAreNotStartedAnew) {
  CompilerProcesses processes = fakes(1);
  EXPECT_FALSE(build(processes, "die"));
  EXPECT_FALSE(build(processes, "a"));
}

TEST(CompilerProcesses, ThatLiveServeWhereOneEnded) {
  CompilerProcesses processes = fakes(2);
  const std::string pipe = testing::TempDir() + "/busy." + std::to_string(getpid());
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread other([&] {
    if (!build(processes, pipe)) {
      ADD_FAILURE();
      std::ifstream(pipe).get(); // else who writes waits
    }
  });
  {
    std::ofstream busy(pipe); // opens when the other process reads
    EXPECT_FALSE(build(processes, "die"));
  }
  other.join();
  std::remove(pipe.c_str());
  EXPECT_TRUE(build(processes, "b"));
}

TEST(CompilerProcesses, ThatCannotBeHadAreNone) {
  for (const char *behaviour : {"absent", "unready"}) {
    CompilerProcesses processes = fakes(2, behaviour);
    EXPECT_FALSE(build(processes, "a")) << behaviour;
    EXPECT_FALSE(build(processes, "b")) << behaviour;
  }
  CompilerProcesses nowhere("/nonexistent/compiler", {0, "good", "1", {}}, 2);
  EXPECT_FALSE(build(nowhere, "a"));
}

TEST(CompilerProcesses, HaveTheEnvironmentThatTheyAreGiven) {
  CompilerProcesses processes = fakes(1);
  std::optional<std::string> built = build(processes, "environment");
  ASSERT_TRUE(built);
  EXPECT_EQ(built->substr(0, built->rfind(' ')), "environment QOPT_FAKE=seen");
}

TEST(CompilerProcesses, EndWithTheirOwner) {
  {
    CompilerProcesses processes = fakes(2);
    EXPECT_TRUE(build(processes, "a"));
    EXPECT_TRUE(hasChildren());
  }
  EXPECT_FALSE(hasChildren());
}

TEST(CompilerProcesses, ServeAHostThatTakesNoNoteOfChildren) {
  const auto before = std::signal(SIGCHLD, SIG_IGN);
  {
    CompilerProcesses processes = fakes(1);
    EXPECT_TRUE(build(processes, "a"));
    EXPECT_FALSE(build(processes, "die"));
  }
  std::signal(SIGCHLD, before);
}

} // namespace
} // namespace qrt::test
