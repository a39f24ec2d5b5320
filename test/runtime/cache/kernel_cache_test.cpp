// Whatever happens to the file, the cache warns and never gives wrong bytes.
#include "runtime/cache/kernel_cache.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

namespace fs = std::filesystem;

namespace qrt {
namespace {

class KernelCacheTest : public ::testing::Test {
protected:
  void SetUp() override {
    std::string pattern = (fs::temp_directory_path() / "qopt-cache-XXXXXX").string();
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    path = (folder / "deep" / "kernels.sqlite").string();
  }
  void TearDown() override {
    std::error_code ignored;
    fs::remove_all(folder, ignored);
  }
  std::unique_ptr<KernelCache> open() {
    return KernelCache::open(path, [this](const std::string &text) { warnings.push_back(text); });
  }
  void fillCache() {
    auto cache = open();
    ASSERT_TRUE(cache);
    for (int i = 0; i < 50; ++i)
      cache->store({"device", "1", "", "kernel " + std::to_string(i)},
                   std::vector<uint8_t>(2000, uint8_t(i)));
    ASSERT_TRUE(warnings.empty());
  }
  /// After damage: one warning, and a cache that works anew.
  void expectSetAside(std::string_view says) {
    auto cache = open();
    ASSERT_TRUE(cache);
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find(says), std::string::npos) << warnings[0];
    EXPECT_FALSE(cache->find(key));
    cache->store(key, bytes);
    EXPECT_EQ(cache->find(key), bytes);
    EXPECT_EQ(warnings.size(), 1u);
  }

  const KernelKey key{"device", "1", "-cl-std=CL1.2", "kernel void f() {}"};
  const std::vector<uint8_t> bytes{1, 2, 3, 0, 255};
  fs::path folder;
  std::string path;
  std::vector<std::string> warnings;
};

TEST_F(KernelCacheTest, KeepsBytesAcrossOpenings) {
  open()->store(key, bytes);
  auto cache = open();
  EXPECT_EQ(cache->find(key), bytes);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(KernelCacheTest, EveryPartOfTheKeyCounts) {
  auto cache = open();
  cache->store(key, bytes);
  for (std::string KernelKey::*part :
       {&KernelKey::device, &KernelKey::version, &KernelKey::options, &KernelKey::source}) {
    KernelKey other = key;
    other.*part += " ";
    EXPECT_FALSE(cache->find(other));
  }
}

TEST_F(KernelCacheTest, GarbageIsSetAside) {
  fs::create_directories(folder / "deep");
  std::ofstream(path) << std::string(10000, 'x');
  expectSetAside("damaged");
}

TEST_F(KernelCacheTest, TruncatedIsSetAside) {
  fillCache();
  fs::resize_file(path, fs::file_size(path) / 2 + 100);
  expectSetAside("damaged");
}

TEST_F(KernelCacheTest, AnotherProgramsDatabaseIsSetAside) {
  fs::create_directories(folder / "deep");
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "CREATE TABLE t(x)", nullptr, nullptr, nullptr), SQLITE_OK);
  sqlite3_close(database);
  expectSetAside("not a kernel cache");
}

TEST_F(KernelCacheTest, FlippedBitsAreNotFound) {
  open()->store(key, bytes);
  sqlite3 *database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "UPDATE kernels SET binary = x'0102030005'", nullptr, nullptr,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  EXPECT_FALSE(open()->find(key));
}

TEST_F(KernelCacheTest, AReadOnlyFileIsRead) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write every file; AFolderThatCannotBeMade covers the refusal";
  open()->store(key, bytes);
  fs::permissions(path, fs::perms::owner_read);
  fs::permissions(folder / "deep", fs::perms::owner_read | fs::perms::owner_exec);
  {
    auto cache = open();
    EXPECT_EQ(warnings.size(), 1u);
    if (cache) {
      EXPECT_EQ(cache->find(key), bytes);
      cache->store(key, bytes);
    }
    EXPECT_EQ(warnings.size(), 1u);
  }
  fs::permissions(folder / "deep", fs::perms::owner_all);
  EXPECT_TRUE(fs::exists(path)) << "a read-only cache must not be set aside";
}

TEST_F(KernelCacheTest, AFolderThatCannotBeMade) {
  path = "/proc/no/such/place/kernels.sqlite";
  EXPECT_FALSE(open());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST_F(KernelCacheTest, ProcessesShareOneFile) {
  constexpr int processes = 6;
  std::vector<pid_t> children;
  for (int i = 0; i < processes; ++i) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) { // all create the file at once
      auto cache = open();
      bool good = cache != nullptr;
      for (int k = 0; good && k < 20; ++k) {
        KernelKey mine = key;
        mine.source = std::to_string(k);
        cache->store(mine, std::vector<uint8_t>(100, uint8_t(k)));
        good = cache->find(mine) == std::vector<uint8_t>(100, uint8_t(k));
      }
      for (const std::string &warning : warnings)
        fprintf(stderr, "%s\n", warning.c_str());
      _exit(good && warnings.empty() ? 0 : 1);
    }
    children.push_back(child);
  }
  for (pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
}

TEST_F(KernelCacheTest, DefaultPathFollowsTheEnvironment) {
  setenv("QOPT_CACHE", "/a/b.sqlite", 1);
  EXPECT_EQ(KernelCache::defaultPath(), "/a/b.sqlite");
  unsetenv("QOPT_CACHE");
  setenv("XDG_CACHE_HOME", "/x", 1);
  EXPECT_EQ(KernelCache::defaultPath(), "/x/qopt/kernels.sqlite");
}

} // namespace
} // namespace qrt
