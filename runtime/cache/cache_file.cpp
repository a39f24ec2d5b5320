#include "runtime/cache/cache_file.h"

#include "runtime/cache/statement.h"

#include <array>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

namespace fs = std::filesystem;

namespace qrt {

// "qopt" in ASCII: tells our file from another program's.
static constexpr int64_t applicationId = 0x716f7074;
static constexpr int64_t schemaVersion = 2;

namespace {
enum class Health { Ours, Empty, OtherVersion, Foreign, Damaged, Unreadable };
} // namespace

// Whether the file's first bytes are those of a cache of any version: what SQLite cannot read is
// damaged if we wrote it, and somebody else's file if not.
static bool beginsAsOurs(const std::string &path) {
  static constexpr char magic[] = "SQLite format 3"; // with its zero
  static constexpr size_t idAt = 68;                 // big-endian
  std::array<char, idAt + 4> head = {};
  std::ifstream file(path, std::ios::binary);
  if (!file.read(head.data(), head.size()) || std::memcmp(head.data(), magic, sizeof magic) != 0)
    return false;
  int64_t id = 0;
  for (size_t i = idAt; i < head.size(); ++i)
    id = id << 8 | uint8_t(head[i]);
  return id == applicationId;
}

// What a failed statement says of the file: a lock or a missing right is no
// damage.
static Health failed(sqlite3 *database, const std::string &path) {
  int code = sqlite3_errcode(database) & 0xff;
  if (code != SQLITE_NOTADB && code != SQLITE_CORRUPT)
    return Health::Unreadable;
  return beginsAsOurs(path) ? Health::Damaged : Health::Foreign;
}

// Pages are not read through: every row has its checksum, and SQLite notices a
// damaged tree when it comes upon it.
static Health examine(sqlite3 *database, const std::string &path) {
  std::optional<int64_t> tables = number(database, "SELECT count(*) FROM sqlite_master");
  if (!tables)
    return failed(database, path);
  std::optional<int64_t> application = number(database, "PRAGMA application_id");
  if (!application)
    return failed(database, path);
  if (*tables == 0 && *application == 0)
    return Health::Empty;
  std::optional<int64_t> version = number(database, "PRAGMA user_version");
  if (!version)
    return failed(database, path);
  if (application != applicationId)
    return Health::Foreign;
  return version == schemaVersion ? Health::Ours : Health::OtherVersion;
}

static bool createSchema(sqlite3 *database) {
  auto set = [](const char *pragma, int64_t value) {
    return "PRAGMA " + std::string(pragma) + "=" + std::to_string(value) + ";";
  };
  std::string sql = "PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; BEGIN IMMEDIATE;" +
                    set("application_id", applicationId) + set("user_version", schemaVersion) +
                    // key: hash of the next four; used: µs since 1970; bytes: of the row
                    "CREATE TABLE IF NOT EXISTS kernels("
                    " key INTEGER PRIMARY KEY, used INTEGER NOT NULL, bytes INTEGER NOT NULL,"
                    " checksum INTEGER NOT NULL, device TEXT NOT NULL, version TEXT NOT NULL,"
                    " options TEXT NOT NULL, source TEXT NOT NULL, binary BLOB NOT NULL); COMMIT;";
  return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

static sqlite3 *openDatabase(const std::string &name, int flags) {
  sqlite3 *database = nullptr;
  if (sqlite3_open_v2(name.c_str(), &database, flags | SQLITE_OPEN_FULLMUTEX, nullptr) !=
      SQLITE_OK) {
    sqlite3_close(database);
    return nullptr;
  }
  sqlite3_busy_timeout(database, 5000);
  return database;
}

// Reading a WAL file takes a shared-memory file beside it, which a folder that
// cannot be written refuses. There, nobody can change the file either.
static sqlite3 *openImmutable(const std::string &path) {
  std::string uri = "file:";
  for (char c : fs::absolute(path).string())
    uri += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  sqlite3 *database = openDatabase(uri + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  if (database && examine(database, path) == Health::Ours)
    return database;
  sqlite3_close(database);
  return nullptr;
}

bool setAside(const std::string &path) {
  std::error_code error;
  std::string aside;
  for (int n = 1; aside.empty() || fs::exists(aside, error); ++n)
    aside = path + ".set-aside-" + std::to_string(n);
  fs::rename(path, aside, error);
  if (error)
    return false;
  std::error_code none;
  fs::rename(path + "-wal", aside + "-wal", none); // it may hold another program's last words
  fs::remove(path + "-shm", none);                 // made anew from the log
  return true;
}

CacheFile openCacheFile(const std::string &path,
                        const std::function<void(const std::string &)> &warn) {
  const std::string name = "kernel cache '" + path + "' ";
  std::error_code ignored;
  fs::create_directories(fs::path(path).parent_path(), ignored);
  std::string reason;
  bool denied = true; // no right to open it, or its log
  const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  for (int attempt = 0; attempt < 2; ++attempt) {
    sqlite3 *database = openDatabase(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    if (!database)
      break;
    Health health = examine(database, path);
    bool writable = sqlite3_db_readonly(database, "main") == 0;
    if (health == Health::Ours || (health == Health::Empty && writable && createSchema(database))) {
      if (!writable)
        warn(name + "cannot be written; it is only read");
      return {database, !writable};
    }
    reason = std::string(" (") + sqlite3_errmsg(database) + ")";
    int code = sqlite3_errcode(database) & 0xff;
    denied = code == SQLITE_CANTOPEN || code == SQLITE_READONLY;
    sqlite3_close(database);
    // Several processes that begin a file at once may meet in its switch to WAL, where SQLite does
    // not wait by itself.
    if (code == SQLITE_BUSY && std::chrono::steady_clock::now() < patience) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      --attempt;
      continue;
    }
    if (health == Health::Foreign) {
      warn(name + "is another program's file: it stays as it is and kernels are compiled anew; set "
                  "QOPT_CACHE to a file of its own");
      return {};
    }
    if (health == Health::Empty || health == Health::Unreadable)
      break;
    const char *why = health == Health::OtherVersion ? "is of another version" : "is damaged";
    if (!setAside(path)) {
      warn(name + why + " and cannot be set aside; kernels are compiled anew");
      return {};
    }
    warn(name + why + "; it was set aside and a new one begun");
  }
  if (sqlite3 *database = denied ? openImmutable(path) : nullptr) {
    warn(name + "cannot be written; it is only read");
    return {database, true};
  }
  warn(name + "cannot be opened" + reason + "; kernels are compiled anew");
  return {};
}

} // namespace qrt
