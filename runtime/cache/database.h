// SQLite files as the kernel cache and the tuning database have them: whose a file is, and how it
// is opened.
#pragma once

#include "runtime/cache/statement.h"

namespace qrt {

/// The application_id tells our file from another program's, the user_version our layouts of it.
struct FileIdentity {
  int64_t applicationId, schemaVersion;
};
enum class Health { Ours, Empty, OtherVersion, Foreign, Damaged, Unreadable };

/// Pages are not read through: SQLite notices a damaged tree when it comes upon it.
Health examine(sqlite3 *database, const std::string &path, const FileIdentity &identity);
/// SQL that makes an empty file ours.
std::string pragmasOf(const FileIdentity &identity);

/// Milliseconds that a statement waits for another process.
inline constexpr int lockPatience = 5000;
/// Returns null if SQLite cannot open the file.
sqlite3 *openDatabase(const std::string &name, int flags);

} // namespace qrt
