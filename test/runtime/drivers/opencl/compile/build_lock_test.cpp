#include "runtime/drivers/opencl/compile/build_lock.h"

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <sys/resource.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace qrt::opencl;
using std::chrono::milliseconds;

namespace {

class Lock : public ::testing::Test {
protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "qrt-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder = name;
  }
  void TearDown() override { std::filesystem::remove_all(folder); }
  std::string folder;
};

TEST_F(Lock, IsHeldByOne) {
  std::optional<BuildLock> first(std::in_place, folder);
  EXPECT_TRUE(first->held());
  EXPECT_FALSE(BuildLock(folder, milliseconds(20)).held());
  first.reset();
  EXPECT_TRUE(BuildLock(folder, milliseconds(0)).held());
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(Lock, IsWaitedFor) {
  std::optional<BuildLock> first(std::in_place, folder);
  std::thread other([&] { EXPECT_TRUE(BuildLock(folder).held()); });
  std::this_thread::sleep_for(milliseconds(30));
  first.reset();
  other.join();
}

TEST_F(Lock, OfAKilledProcessIsFree) {
  int ready[2];
  ASSERT_EQ(pipe(ready), 0);
  pid_t child = fork();
  if (child == 0) {
    BuildLock lock(folder);
    if (write(ready[1], "x", 1) == 1)
      pause();
    _exit(1);
  }
  char byte;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_FALSE(BuildLock(folder, milliseconds(0)).held());
  kill(child, SIGKILL);
  waitpid(child, nullptr, 0);
  EXPECT_TRUE(BuildLock(folder, milliseconds(0)).held());
  close(ready[0]);
  close(ready[1]);
}

TEST_F(Lock, WithoutAFolderIsNoError) {
  EXPECT_FALSE(BuildLock("").held());
  EXPECT_FALSE(BuildLock(folder + "/none").held());
}

// A file that stands in the folder's place.
TEST_F(Lock, AFolderThatCannotBeWrittenHasARemedy) {
  EXPECT_TRUE(checkBuildFolder("").ok());
  EXPECT_TRUE(checkBuildFolder(folder + "/made").ok());
  EXPECT_TRUE(std::filesystem::is_empty(folder + "/made"));
  const qrt::Status status = checkBuildFolder("/dev/null/pocl");
  EXPECT_EQ(status.code(), qrt::StatusCode::Io);
  EXPECT_EQ(status.message(), "PoCL cannot write its cache, /dev/null/pocl: Not a directory; set "
                              "POCL_CACHE_DIR to a folder that can be written");
}

// The kernel bounds what a process may write to a file as a disk does.
TEST_F(Lock, AFullFolderIsNotWritable) {
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_IGN);
  rlimit little = before;
  little.rlim_cur = 1 << 16;
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &little), 0);
  const qrt::Status status = checkBuildFolder(folder);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(status.code(), qrt::StatusCode::Io);
  EXPECT_NE(status.message().find("PoCL cannot write its cache, " + folder), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_empty(folder));
}

TEST_F(Lock, RoomIsWhatTheDiskHas) {
  EXPECT_TRUE(checkRoom("").ok());
  EXPECT_TRUE(checkRoom(folder + "/none").ok()); // made when something is written
  EXPECT_TRUE(checkRoom("/proc", uint64_t(1) << 62).ok());
  EXPECT_TRUE(checkRoom(folder, 1).ok());
  EXPECT_EQ(checkRoom(folder, uint64_t(1) << 62).message(),
            "PoCL cannot write its cache, " + folder +
                ": No space left on device; free space there, or set POCL_CACHE_DIR to a folder "
                "that can be written");
}

TEST(BuildFolder, IsPoclsOwn) {
  setenv("HOME", "/home/a", 1);
  setenv("XDG_CACHE_HOME", "/x", 1);
  setenv("POCL_CACHE_DIR", "/p", 1);
  EXPECT_EQ(poclBuildFolder(), "/p");
  unsetenv("POCL_CACHE_DIR");
  EXPECT_EQ(poclBuildFolder(), "/x/pocl/kcache");
  setenv("XDG_CACHE_HOME", "", 1);
  EXPECT_EQ(poclBuildFolder(), "/home/a/.cache/pocl/kcache");
  unsetenv("HOME");
  EXPECT_EQ(poclBuildFolder(), "/tmp/pocl/kcache");
}

} // namespace
