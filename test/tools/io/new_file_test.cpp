#include "tools/io/new_file.h"

#include "test/tools/scratch.h"
#include "tools/io/file.h"

#include <csignal>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace qopt::io;

namespace {

class NewFiles : public qopt::test::ScratchTest {
protected:
  /// Writes half of a file in a process that is then killed.
  void writeAndDie(bool named) {
    pid_t child = fork();
    if (child == 0) {
      std::error_code error;
      NewFile file = named ? NewFile::createNamed(path("a"), 0644, error)
                           : NewFile::create(path("a"), 0644, error);
      if (!error && write(file.descriptor(), "half", 4) == 4)
        raise(SIGKILL);
      _exit(1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_TRUE(WIFSIGNALED(status));
  }
};

TEST_F(NewFiles, AKilledWriterLeavesNothing) {
  put("a", "old");
  writeAndDie(/*named=*/false);
  EXPECT_EQ(fileCount(), 1u);
  EXPECT_EQ(bytesOf(path("a")), "old");
}

TEST_F(NewFiles, WhereFilesNeedANameTheNextWriterClearsIt) {
  put("a", "old");
  put("a.01234567.tmp", "of an earlier version");
  put("a.mlir.tmp", "the user's");
  put("b.01234567.tmp", "another's");
  writeAndDie(/*named=*/true);
  EXPECT_EQ(fileCount(), 5u);
  ASSERT_TRUE(writeFile(path("a"), [](llvm::raw_ostream &stream) { stream << "new"; }).ok());
  EXPECT_EQ(bytesOf(path("a")), "new");
  EXPECT_EQ(bytesOf(path("a.mlir.tmp")), "the user's");
  EXPECT_EQ(bytesOf(path("b.01234567.tmp")), "another's");
  EXPECT_EQ(fileCount(), 3u);
}

TEST_F(NewFiles, ALivingWriterIsLeftAlone) {
  for (auto create : {NewFile::create, NewFile::createNamed}) {
    std::error_code error;
    NewFile slow = create(path("a"), 0640, error);
    ASSERT_FALSE(error) << error.message();
    ASSERT_EQ(write(slow.descriptor(), "slow", 4), 4);
    ASSERT_TRUE(writeFile(path("a"), [](llvm::raw_ostream &stream) { stream << "fast"; }).ok());
    EXPECT_EQ(bytesOf(path("a")), "fast");
    error = slow.keep();
    EXPECT_FALSE(error) << error.message();
    EXPECT_EQ(bytesOf(path("a")), "slow");
    struct stat status;
    ASSERT_EQ(stat(path("a").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640u);
    EXPECT_EQ(fileCount(), 1u);
    std::filesystem::remove(path("a"));
  }
}

TEST_F(NewFiles, WhatIsNotKeptIsGone) {
  for (auto create : {NewFile::create, NewFile::createNamed}) {
    std::error_code error;
    {
      NewFile file = create(path("a"), 0644, error);
    }
    EXPECT_FALSE(error);
    EXPECT_EQ(fileCount(), 0u);
  }
}

// Each finds a whole file at any time.
TEST_F(NewFiles, ManyWritersOfOneFile) {
  std::vector<std::thread> writers;
  std::atomic<int> failures = 0;
  for (char c = 'a'; c < 'e'; ++c)
    writers.emplace_back([&, c] {
      for (int i = 0; i < 50; ++i) {
        auto write = [c](llvm::raw_ostream &stream) { stream << std::string(5000, c); };
        failures += !writeFile(path("a"), write).ok();
        std::string bytes = bytesOf(path("a"));
        failures += bytes != std::string(5000, bytes.empty() ? 'x' : bytes[0]);
      }
    });
  for (std::thread &writer : writers)
    writer.join();
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(fileCount(), 1u);
}

} // namespace
