#include "runtime/cache/kernel_cache.h"

#include "runtime/cache/cache_file.h"
#include "runtime/cache/database.h"
#include "runtime/cache/statement.h"

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <mutex>

namespace qrt {

namespace {
class SqliteCache final : public KernelCache {
public:
  SqliteCache(std::string path, const CacheFile &file, Warn warn, int64_t limit)
      : path(std::move(path)), database(file.database), isReadOnly(file.readOnly),
        warn(std::move(warn)), limit(limit) {}
  ~SqliteCache() override;
  SqliteCache(const SqliteCache &) = delete;
  SqliteCache &operator=(const SqliteCache &) = delete;

  std::optional<std::vector<uint8_t>> find(const KernelKey &key) override;
  void store(const KernelKey &key, std::span<const uint8_t> binary) override;
  bool readOnly() const override { return isReadOnly; }
  void prune();

private:
  void noteFailure(int code);
  void noteStored();
  void touch(const KernelKey &key);

  std::string path;
  sqlite3 *database; // null once it was damaged and could not be begun anew
  bool isReadOnly;
  Warn warn;
  int64_t limit; // bytes
  bool warned = false;
  bool isImpatient = false; // a lock outlived the patience, and nothing was written since
  std::mutex mutex;
};
} // namespace

// FNV-1a: guards against flipped bits, not against attackers; a cache is
// trusted as an executable is.
static constexpr uint64_t hashStart = 0xcbf29ce484222325;
static uint64_t hash(std::span<const uint8_t> bytes, uint64_t from = hashStart) {
  for (uint8_t byte : bytes)
    from = (from ^ byte) * 0x100000001b3;
  return from;
}

static int64_t checksum(std::span<const uint8_t> bytes) { return int64_t(hash(bytes)); }

// Finds the row; the four parts are then compared whole.
static int64_t hashOf(const KernelKey &key) {
  uint64_t value = hashStart;
  for (const std::string *part : {&key.device, &key.version, &key.options, &key.source})
    value = hash({reinterpret_cast<const uint8_t *>(part->c_str()), part->size() + 1}, value);
  return int64_t(value);
}

static int64_t now() {
  auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::microseconds>(time).count();
}
static constexpr int64_t day = int64_t(24) * 3600 * 1000000;

// $QOPT_CACHE_LIMIT, in MiB.
static int64_t limitFromEnvironment(const KernelCache::Warn &warn) {
  const char *text = std::getenv("QOPT_CACHE_LIMIT");
  if (!text)
    return KernelCache::defaultLimit;
  int64_t value = 0;
  const char *last = text + std::strlen(text);
  auto [end, error] = std::from_chars(text, last, value);
  if (error == std::errc() && end == last && value > 0 && value < int64_t(1) << 32)
    return value << 20;
  warn("QOPT_CACHE_LIMIT='" + std::string(text) +
       "' is no number of MiB; the kernel cache keeps 256");
  return KernelCache::defaultLimit;
}

std::unique_ptr<KernelCache> KernelCache::open(const std::string &path, Warn warn,
                                               int64_t limitBytes) {
  CacheFile file = openCacheFile(path, warn);
  if (!file.database)
    return nullptr;
  int64_t limit = limitBytes ? limitBytes : limitFromEnvironment(warn);
  auto cache = std::make_unique<SqliteCache>(path, file, std::move(warn), limit);
  cache->prune();
  return cache;
}

std::string KernelCache::defaultPath() {
  if (const char *path = std::getenv("QOPT_CACHE"))
    return path;
  if (const char *base = std::getenv("XDG_CACHE_HOME"); base && *base)
    return std::string(base) + "/qopt/kernels.sqlite";
  if (const char *home = std::getenv("HOME"); home && *home)
    return std::string(home) + "/.cache/qopt/kernels.sqlite";
  return "";
}

SqliteCache::~SqliteCache() { sqlite3_close(database); }

void SqliteCache::noteFailure(int code) {
  if (code == SQLITE_BUSY) {
    sqlite3_busy_timeout(database, 0); // who waited once in vain does not for every kernel
    isImpatient = true;
  }
  if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) {
    sqlite3_close(database);
    database = nullptr;
    if (isReadOnly || !setAside(path))
      return warn("kernel cache '" + path + "' is damaged; kernels are compiled anew");
    warn("kernel cache '" + path + "' is damaged; it was set aside and a new one begun");
    CacheFile file = openCacheFile(path, warn);
    database = file.database;
    isReadOnly = file.readOnly;
  } else if (!warned) {
    warned = true;
    warn(std::string("kernel cache cannot be used: ") + sqlite3_errmsg(database));
  }
}

// Restores the usual patience with locks: a file that was written is not locked. A successful read
// shows nothing, since readers and a writer do not wait for each other.
void SqliteCache::noteStored() {
  if (isImpatient)
    sqlite3_busy_timeout(database, lockPatience);
  isImpatient = false;
}

std::optional<std::vector<uint8_t>> SqliteCache::find(const KernelKey &key) {
  std::lock_guard lock(mutex);
  if (!database)
    return std::nullopt;
  std::optional<std::vector<uint8_t>> found;
  bool stale = false;
  int code;
  {
    Statement select(database, "SELECT binary, checksum, used FROM kernels WHERE key=?1 AND "
                               "device=?2 AND version=?3 AND options=?4 AND source=?5");
    select.bind(1, hashOf(key)).bind(2, key.device).bind(3, key.version);
    select.bind(4, key.options).bind(5, key.source);
    code = select.step();
    if (code == SQLITE_ROW) {
      std::vector<uint8_t> binary = select.bytes(0);
      stale = now() - select.integer(2) > day;
      if (!binary.empty() && checksum(binary) == select.integer(1))
        found = std::move(binary);
    }
  }
  if (code != SQLITE_ROW && code != SQLITE_DONE)
    noteFailure(code);
  else if (found && stale && !isReadOnly)
    touch(key);
  return found;
}

void SqliteCache::touch(const KernelKey &key) {
  Statement update(database, "UPDATE kernels SET used=?2 WHERE key=?1");
  update.bind(1, hashOf(key)).bind(2, now());
  update.step(); // the row was just read; that it ages early is no harm
}

void SqliteCache::store(const KernelKey &key, std::span<const uint8_t> binary) {
  std::lock_guard lock(mutex);
  if (!database || isReadOnly || binary.empty()) // some drivers give no binary
    return;
  int code;
  {
    Statement insert(database,
                     "INSERT OR REPLACE INTO kernels VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)");
    size_t bytes = key.device.size() + key.version.size() + key.options.size() + key.source.size() +
                   binary.size();
    insert.bind(1, hashOf(key)).bind(2, now()).bind(3, int64_t(bytes)).bind(4, checksum(binary));
    insert.bind(5, key.device).bind(6, key.version).bind(7, key.options).bind(8, key.source);
    insert.bind(9, binary);
    code = insert.step();
  }
  if (code != SQLITE_DONE)
    return noteFailure(code);
  noteStored();
  prune();
}

// Past the limit, the longest unused go until a quarter of it is free.
void SqliteCache::prune() {
  if (isReadOnly)
    return;
  std::optional<int64_t> pages = number(database, "PRAGMA page_count");
  std::optional<int64_t> freePages = number(database, "PRAGMA freelist_count");
  std::optional<int64_t> pageBytes = number(database, "PRAGMA page_size");
  if (!pages || !freePages || !pageBytes)
    return;
  int64_t surplus = (*pages - *freePages) * *pageBytes - limit;
  if (surplus <= 0)
    return;
  surplus += limit / 4;
  std::vector<int64_t> longestUnused;
  {
    Statement select(database, "SELECT key, bytes FROM kernels ORDER BY used");
    for (; surplus > 0 && select.step() == SQLITE_ROW; surplus -= select.integer(1))
      longestUnused.push_back(select.integer(0));
  }
  sqlite3_exec(database, "BEGIN IMMEDIATE", nullptr, nullptr, nullptr);
  for (int64_t key : longestUnused) {
    Statement erase(database, "DELETE FROM kernels WHERE key=?1");
    erase.bind(1, key).step();
  }
  sqlite3_exec(database, "COMMIT; PRAGMA incremental_vacuum", nullptr, nullptr, nullptr);
}

} // namespace qrt
