#include "runtime/drivers/opencl/build_lock.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
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

TEST(BuildFolder, IsPoclsOwn) {
  setenv("HOME", "/home/a", 1);
  setenv("XDG_CACHE_HOME", "/x", 1);
  setenv("POCL_CACHE_DIR", "/p", 1);
  const char *pocl = "OpenCL 3.0 PoCL HSTR: pthread / 3.1";
  EXPECT_EQ(sharedBuildFolder("OpenCL 3.0 CUDA / 550"), "");
  EXPECT_EQ(sharedBuildFolder(pocl), "/p");
  unsetenv("POCL_CACHE_DIR");
  EXPECT_EQ(sharedBuildFolder(pocl), "/x/pocl/kcache");
  setenv("XDG_CACHE_HOME", "", 1);
  EXPECT_EQ(sharedBuildFolder(pocl), "/home/a/.cache/pocl/kcache");
  unsetenv("HOME");
  EXPECT_EQ(sharedBuildFolder(pocl), "/tmp/pocl/kcache");
}

} // namespace
