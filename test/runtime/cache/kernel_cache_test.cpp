// Whatever happens to the file, the cache warns and never gives wrong bytes.
#include "runtime/cache/kernel_cache.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sqlite3.h>
#include <sys/wait.h>
#include <thread>
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
  std::unique_ptr<KernelCache> open(int64_t limit = 0) {
    return KernelCache::open(
        path, [this](const std::string &text) { warnings.push_back(text); }, limit);
  }
  /// As another program would.
  sqlite3 *openDatabase() {
    fs::create_directories(folder / "deep");
    sqlite3 *database = nullptr;
    EXPECT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
    return database;
  }
  static void execute(sqlite3 *database, const char *sql) {
    ASSERT_EQ(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
  }
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto &entry : fs::directory_iterator(folder / "deep"))
      names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
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

// QOPT_CACHE names a file by mistake: not a byte of it changes, nor does its name.
TEST_F(KernelCacheTest, AnotherProgramsTextIsLeftAlone) {
  fs::create_directories(folder / "deep");
  for (size_t size : {5, 100, 10000}) {
    const std::string text(size, 'x');
    std::ofstream(path) << text;
    warnings.clear();
    EXPECT_FALSE(open());
    ASSERT_EQ(warnings.size(), 1u);
    EXPECT_NE(warnings[0].find("another program's file"), std::string::npos) << warnings[0];
    EXPECT_EQ(files(), std::vector<std::string>{"kernels.sqlite"});
    std::ifstream file(path);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
  }
}

TEST_F(KernelCacheTest, AnotherVersionsCacheIsSetAside) {
  fillCache();
  sqlite3 *database = openDatabase();
  execute(database, "PRAGMA user_version = 1");
  sqlite3_close(database);
  expectSetAside("another version");
}

TEST_F(KernelCacheTest, TruncatedIsSetAside) {
  fillCache();
  fs::resize_file(path, fs::file_size(path) / 2 + 100);
  expectSetAside("damaged");
}

// The head of the file is whole; what is damaged shows at the first look-up.
TEST_F(KernelCacheTest, DamagedPagesAreSetAsideWhenMet) {
  fillCache();
  {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(8192);
    file << std::string(fs::file_size(path) - 8192, 'x');
  }
  auto cache = open();
  ASSERT_TRUE(cache);
  EXPECT_FALSE(cache->find({"device", "1", "", "kernel 7"}));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("damaged"), std::string::npos) << warnings[0];
  cache->store(key, bytes);
  EXPECT_EQ(cache->find(key), bytes);
  EXPECT_EQ(warnings.size(), 1u);
  EXPECT_TRUE(fs::exists(path + ".set-aside-1"));
}

TEST_F(KernelCacheTest, AnotherProgramsDatabaseIsLeftAlone) {
  sqlite3 *database = openDatabase();
  execute(database, "CREATE TABLE t(x); INSERT INTO t VALUES(7)");
  EXPECT_FALSE(open());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("another program's file"), std::string::npos) << warnings[0];
  EXPECT_EQ(files(), std::vector<std::string>{"kernels.sqlite"});
  execute(database, "UPDATE t SET x = x + 1 WHERE x = 7");
  EXPECT_EQ(sqlite3_changes(database), 1);
  sqlite3_close(database);
}

// Rows that another process has written to an older cache's log, not yet to the file, are kept.
TEST_F(KernelCacheTest, SettingAsideKeepsTheLog) {
  for (int n = 1; n <= 2; ++n) {
    sqlite3 *database = openDatabase(); // and it stays open
    execute(database, "PRAGMA application_id=1903128692; PRAGMA user_version=1; "
                      "PRAGMA journal_mode=WAL; CREATE TABLE t(x); INSERT INTO t VALUES(7)");
    warnings.clear();
    ASSERT_TRUE(open());
    ASSERT_EQ(warnings.size(), 1u);
    sqlite3 *aside = nullptr;
    std::string copy = path + ".copy" + std::to_string(n);
    fs::copy(path + ".set-aside-" + std::to_string(n), copy);
    fs::copy(path + ".set-aside-" + std::to_string(n) + "-wal", copy + "-wal");
    ASSERT_EQ(sqlite3_open(copy.c_str(), &aside), SQLITE_OK);
    execute(aside, "UPDATE t SET x = x + 1 WHERE x = 7");
    EXPECT_EQ(sqlite3_changes(aside), 1);
    sqlite3_close(aside);
    sqlite3_close(database);
    for (const char *suffix : {"", "-wal", "-shm"})
      fs::remove(path + suffix);
  }
}

// Somebody else's lock is no damage.
TEST_F(KernelCacheTest, ALockedFileStaysWhereItIs) {
  sqlite3 *database = openDatabase();
  execute(database, "CREATE TABLE t(x); BEGIN EXCLUSIVE");
  EXPECT_FALSE(open()); // after five seconds
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("locked"), std::string::npos) << warnings[0];
  execute(database, "ROLLBACK");
  sqlite3_close(database);
  for (const std::string &name : files())
    EXPECT_EQ(name.find("set-aside"), std::string::npos) << name;
}

TEST_F(KernelCacheTest, ALockIsWaitedForOnce) {
  fillCache();
  auto cache = open();
  sqlite3 *other = openDatabase();
  execute(other, "BEGIN EXCLUSIVE");
  cache->store(key, bytes);
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < 3; ++i)
    cache->store(key, bytes);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3));
  EXPECT_EQ(cache->find({"device", "1", "", "kernel 7"}), std::vector<uint8_t>(2000, 7));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("database is locked"), std::string::npos) << warnings[0];
  execute(other, "ROLLBACK");
  sqlite3_close(other);
  EXPECT_FALSE(cache->find(key));
  cache->store(key, bytes);
  EXPECT_EQ(cache->find(key), bytes);
}

// Who gave up on one lock waits for the next one, which may be short.
TEST_F(KernelCacheTest, PatienceReturnsWithTheFirstThatIsStored) {
  auto cache = open();
  sqlite3 *other = openDatabase();
  execute(other, "BEGIN IMMEDIATE");
  cache->store(key, bytes);
  execute(other, "ROLLBACK");
  cache->store(key, bytes);
  execute(other, "BEGIN IMMEDIATE");
  std::thread release([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    execute(other, "ROLLBACK");
  });
  const KernelKey next{"device", "1", "", "the next"};
  cache->store(next, bytes);
  release.join();
  sqlite3_close(other);
  EXPECT_EQ(cache->find(next), bytes);
}

TEST_F(KernelCacheTest, PastItsLimitTheLongestUnusedGo) {
  constexpr int64_t limit = 400000;
  auto keyOf = [&](int i) { return KernelKey{"device", "1", "", "kernel " + std::to_string(i)}; };
  {
    auto cache = open(limit);
    for (int i = 0; i < 60; ++i)
      cache->store(keyOf(i), std::vector<uint8_t>(20000, uint8_t(i)));
    EXPECT_TRUE(cache->find(keyOf(59)));
    EXPECT_FALSE(cache->find(keyOf(0)));
  }
  EXPECT_LE(fs::file_size(path), uint64_t(limit) * 5 / 4) << "the file shrinks too";
  EXPECT_GE(fs::file_size(path), uint64_t(limit) / 2) << "more than needed went";
  auto cache = open(limit / 2); // a lower limit holds from the start
  EXPECT_TRUE(cache->find(keyOf(59)));
  cache.reset();
  EXPECT_LE(fs::file_size(path), uint64_t(limit) / 2);
  EXPECT_TRUE(warnings.empty());
}

TEST_F(KernelCacheTest, FindingKeepsARowYoung) {
  open()->store(key, bytes);
  sqlite3 *database = openDatabase();
  execute(database, "UPDATE kernels SET used = 5");
  EXPECT_EQ(open()->find(key), bytes);
  execute(database, "DELETE FROM kernels WHERE used = 5");
  sqlite3_close(database);
  EXPECT_EQ(open()->find(key), bytes);
}

TEST_F(KernelCacheTest, TheLimitComesFromTheEnvironment) {
  setenv("QOPT_CACHE_LIMIT", "many", 1);
  EXPECT_TRUE(open());
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_NE(warnings[0].find("QOPT_CACHE_LIMIT='many'"), std::string::npos) << warnings[0];
  setenv("QOPT_CACHE_LIMIT", "1", 1);
  {
    auto cache = open();
    for (int i = 0; i < 8; ++i)
      cache->store({"device", "1", "", "kernel " + std::to_string(i)},
                   std::vector<uint8_t>(200000, uint8_t(i)));
    EXPECT_FALSE(cache->find({"device", "1", "", "kernel 0"}));
  }
  unsetenv("QOPT_CACHE_LIMIT");
  EXPECT_EQ(warnings.size(), 1u);
}

TEST_F(KernelCacheTest, AnEmptyBinaryIsNotKept) {
  auto cache = open();
  cache->store(key, {});
  EXPECT_FALSE(cache->find(key));
  EXPECT_TRUE(warnings.empty());
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

// Root may write every file: there, as somebody else.
TEST_F(KernelCacheTest, AReadOnlyFileIsRead) {
  open()->store(key, bytes);
  fs::permissions(path, fs::perms::owner_read);
  fs::permissions(folder / "deep", fs::perms::owner_read | fs::perms::owner_exec);
  constexpr uid_t nobody = 65534;
  for (const fs::path &each : {folder, folder / "deep", fs::path(path)})
    ASSERT_TRUE(geteuid() != 0 || chown(each.c_str(), nobody, nobody) == 0);
  pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    if (geteuid() == 0 && setresuid(nobody, nobody, nobody) != 0)
      _exit(2);
    auto cache = open();
    bool good = cache && cache->readOnly() && cache->find(key) == bytes && warnings.size() == 1;
    if (cache)
      cache->store({"device", "2", "", ""}, bytes);
    for (const std::string &warning : warnings)
      fprintf(stderr, "%s\n", warning.c_str());
    _exit(good && warnings.size() == 1 ? 0 : 1);
  }
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  fs::permissions(folder / "deep", fs::perms::owner_all);
  EXPECT_EQ(files(), std::vector<std::string>{"kernels.sqlite"}) << "neither set aside nor changed";
}

TEST_F(KernelCacheTest, AFolderThatCannotBeMade) {
  path = "/proc/no/such/place/kernels.sqlite";
  EXPECT_FALSE(open());
  EXPECT_EQ(warnings.size(), 1u);
}

TEST_F(KernelCacheTest, ProcessesShareOneFile) {
  constexpr int processes = 10;
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
