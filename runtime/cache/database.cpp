#include "runtime/cache/database.h"

#include <array>
#include <cstring>
#include <fstream>

namespace qrt {

// Returns whether the file begins as one of ours of any version. A file that SQLite cannot read is
// damaged if we wrote it, and another program's if not.
static bool beginsAsOurs(const std::string &path, int64_t applicationId) {
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

// Returns the file's health after a failed statement: a lock or a missing right is no damage.
static Health failed(sqlite3 *database, const std::string &path, int64_t applicationId) {
  int code = sqlite3_errcode(database) & 0xff;
  if (code != SQLITE_NOTADB && code != SQLITE_CORRUPT)
    return Health::Unreadable;
  return beginsAsOurs(path, applicationId) ? Health::Damaged : Health::Foreign;
}

Health examine(sqlite3 *database, const std::string &path, const FileIdentity &identity) {
  std::optional<int64_t> tables = number(database, "SELECT count(*) FROM sqlite_master");
  if (!tables)
    return failed(database, path, identity.applicationId);
  std::optional<int64_t> application = number(database, "PRAGMA application_id");
  if (!application)
    return failed(database, path, identity.applicationId);
  if (*tables == 0 && *application == 0)
    return Health::Empty;
  std::optional<int64_t> version = number(database, "PRAGMA user_version");
  if (!version)
    return failed(database, path, identity.applicationId);
  if (application != identity.applicationId)
    return Health::Foreign;
  return version == identity.schemaVersion ? Health::Ours : Health::OtherVersion;
}

std::string pragmasOf(const FileIdentity &identity) {
  auto set = [](const char *pragma, int64_t value) {
    return "PRAGMA " + std::string(pragma) + "=" + std::to_string(value) + ";";
  };
  return set("application_id", identity.applicationId) +
         set("user_version", identity.schemaVersion);
}

sqlite3 *openDatabase(const std::string &name, int flags) {
  sqlite3 *database = nullptr;
  if (sqlite3_open_v2(name.c_str(), &database, flags | SQLITE_OPEN_FULLMUTEX, nullptr) !=
      SQLITE_OK) {
    sqlite3_close(database);
    return nullptr;
  }
  sqlite3_busy_timeout(database, lockPatience);
  return database;
}

} // namespace qrt
