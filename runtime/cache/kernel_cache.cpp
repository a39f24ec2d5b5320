#include "runtime/cache/kernel_cache.h"

#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <unistd.h>

namespace fs = std::filesystem;

namespace qrt {

// "qopt" in ASCII: tells our file from another program's.
static constexpr int applicationId = 0x716f7074;
static constexpr int schemaVersion = 1;

namespace {
// A prepared statement that cannot be forgotten.
class Statement {
public:
  Statement(sqlite3 *database, const char *sql) {
    status = sqlite3_prepare_v2(database, sql, -1, &statement, nullptr);
  }
  ~Statement() { sqlite3_finalize(statement); }
  Statement &bind(int index, const std::string &text) {
    sqlite3_bind_text(statement, index, text.data(), int(text.size()), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &bind(int index, std::span<const uint8_t> bytes) {
    sqlite3_bind_blob64(statement, index, bytes.data(), bytes.size(), SQLITE_TRANSIENT);
    return *this;
  }
  Statement &bind(int index, int64_t value) {
    sqlite3_bind_int64(statement, index, value);
    return *this;
  }
  int step() { return status == SQLITE_OK ? sqlite3_step(statement) : status; }
  int64_t integer(int column) { return sqlite3_column_int64(statement, column); }
  std::vector<uint8_t> bytes(int column) {
    auto *data = static_cast<const uint8_t *>(sqlite3_column_blob(statement, column));
    return {data, data + sqlite3_column_bytes(statement, column)};
  }

private:
  sqlite3_stmt *statement = nullptr;
  int status;
};
} // namespace

// FNV-1a: guards against flipped bits, not against attackers; a cache is
// trusted as an executable is.
static int64_t checksum(std::span<const uint8_t> bytes) {
  uint64_t hash = 0xcbf29ce484222325;
  for (uint8_t byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3;
  return int64_t(hash);
}

static int64_t pragma(sqlite3 *database, const char *sql) {
  Statement statement(database, sql);
  return statement.step() == SQLITE_ROW ? statement.integer(0) : -1;
}

enum class Health { Ours, Empty, Foreign, Damaged };

static Health examine(sqlite3 *database) {
  Statement tables(database, "SELECT count(*) FROM sqlite_master");
  if (tables.step() != SQLITE_ROW)
    return Health::Damaged;
  bool empty = tables.integer(0) == 0;
  int64_t application = pragma(database, "PRAGMA application_id");
  if (empty && application == 0)
    return Health::Empty;
  if (application != applicationId || pragma(database, "PRAGMA user_version") != schemaVersion)
    return Health::Foreign;
  Statement check(database, "PRAGMA quick_check(1)");
  if (check.step() != SQLITE_ROW || check.bytes(0) != std::vector<uint8_t>{'o', 'k'})
    return Health::Damaged;
  return Health::Ours;
}

static bool createSchema(sqlite3 *database) {
  std::string sql = "PRAGMA journal_mode=WAL; BEGIN IMMEDIATE;"
                    "PRAGMA application_id=" +
                    std::to_string(applicationId) +
                    ";"
                    "PRAGMA user_version=" +
                    std::to_string(schemaVersion) +
                    ";"
                    "CREATE TABLE IF NOT EXISTS kernels("
                    " device TEXT, version TEXT, options TEXT, source TEXT,"
                    " binary BLOB NOT NULL, checksum INTEGER NOT NULL,"
                    " PRIMARY KEY(device, version, options, source)) WITHOUT ROWID; COMMIT;";
  return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

static sqlite3 *openFile(const std::string &path, int flags) {
  sqlite3 *database = nullptr;
  if (sqlite3_open_v2(path.c_str(), &database, flags | SQLITE_OPEN_FULLMUTEX, nullptr) !=
      SQLITE_OK) {
    sqlite3_close(database);
    return nullptr;
  }
  sqlite3_busy_timeout(database, 5000);
  return database;
}

// The damaged file keeps its bytes under another name, for whoever asks why.
static bool setAside(const std::string &path) {
  std::error_code error;
  fs::rename(path, path + ".set-aside-" + std::to_string(getpid()), error);
  for (const char *suffix : {"-wal", "-shm"}) {
    std::error_code ignored;
    fs::remove(path + suffix, ignored);
  }
  return !error;
}

std::unique_ptr<KernelCache> KernelCache::open(const std::string &path, Warn warn) {
  std::error_code error;
  fs::create_directories(fs::path(path).parent_path(), error);
  for (int attempt = 0; attempt < 2; ++attempt) {
    sqlite3 *database = openFile(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!database)
      break;
    Health health = examine(database);
    bool writable = sqlite3_db_readonly(database, "main") == 0;
    if (writable && health == Health::Empty)
      writable = createSchema(database);
    if (health == Health::Ours || (health == Health::Empty && writable)) {
      if (!writable)
        warn("kernel cache '" + path + "' cannot be written; it is only read");
      return std::unique_ptr<KernelCache>(new KernelCache(database, !writable, std::move(warn)));
    }
    sqlite3_close(database);
    if (health == Health::Empty)
      break;
    const char *why =
        health == Health::Foreign ? "is not a kernel cache of this version" : "is damaged";
    if (!setAside(path)) {
      warn("kernel cache '" + path + "' " + why +
           " and cannot be set aside; kernels are "
           "compiled anew");
      return nullptr;
    }
    warn("kernel cache '" + path + "' " + why + "; it was set aside and a new one begun");
  }
  warn("kernel cache '" + path + "' cannot be opened; kernels are compiled anew");
  return nullptr;
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

KernelCache::~KernelCache() { sqlite3_close(database); }

std::optional<std::vector<uint8_t>> KernelCache::find(const KernelKey &key) {
  std::lock_guard lock(mutex);
  Statement select(database, "SELECT binary, checksum FROM kernels WHERE device=?1 AND "
                             "version=?2 AND options=?3 AND source=?4");
  select.bind(1, key.device).bind(2, key.version).bind(3, key.options).bind(4, key.source);
  if (select.step() != SQLITE_ROW)
    return std::nullopt;
  std::vector<uint8_t> binary = select.bytes(0);
  if (binary.empty() || checksum(binary) != select.integer(1))
    return std::nullopt;
  return binary;
}

void KernelCache::store(const KernelKey &key, std::span<const uint8_t> binary) {
  if (isReadOnly)
    return;
  std::lock_guard lock(mutex);
  Statement insert(database, "INSERT OR REPLACE INTO kernels VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
  insert.bind(1, key.device).bind(2, key.version).bind(3, key.options).bind(4, key.source);
  insert.bind(5, binary).bind(6, checksum(binary));
  if (insert.step() != SQLITE_DONE && !warned) {
    warned = true;
    warn(std::string("kernel cache cannot be written: ") + sqlite3_errmsg(database));
  }
}

} // namespace qrt
