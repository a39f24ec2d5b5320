#include "runtime/cache/cache_file.h"

#include "runtime/cache/database.h"

#include <chrono>
#include <filesystem>
#include <thread>

namespace fs = std::filesystem;

namespace qrt {

// "qopt" in ASCII: tells our file from another program's.
static constexpr FileIdentity identity{0x716f7074, 2};

static bool createSchema(sqlite3 *database) {
  std::string sql = "PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL; BEGIN IMMEDIATE;" +
                    pragmasOf(identity) +
                    // key: hash of the next four; used: µs since 1970; bytes: of the row
                    "CREATE TABLE IF NOT EXISTS kernels("
                    " key INTEGER PRIMARY KEY, used INTEGER NOT NULL, bytes INTEGER NOT NULL,"
                    " checksum INTEGER NOT NULL, device TEXT NOT NULL, version TEXT NOT NULL,"
                    " options TEXT NOT NULL, source TEXT NOT NULL, binary BLOB NOT NULL); COMMIT;";
  return sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK;
}

// Reading a WAL file takes a shared-memory file beside it, which cannot be made in a read-only
// folder. No process can change the file there either.
static sqlite3 *openImmutable(const std::string &path) {
  std::string uri = "file:";
  for (char c : fs::absolute(path).string())
    uri += c == '%' ? "%25" : c == '?' ? "%3f" : c == '#' ? "%23" : std::string(1, c);
  sqlite3 *database = openDatabase(uri + "?immutable=1", SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  if (database && examine(database, path, identity) == Health::Ours)
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
    Health health = examine(database, path, identity);
    bool writable = sqlite3_db_readonly(database, "main") == 0;
    if (health == Health::Ours || (health == Health::Empty && writable && createSchema(database))) {
      if (!writable)
        warn(name + "cannot be written; it is only read");
      // No wait for the disk at each kernel: a power failure may cost the last ones, which are then
      // compiled again. The log keeps the file whole.
      sqlite3_exec(database, "PRAGMA synchronous=NORMAL", nullptr, nullptr, nullptr);
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
