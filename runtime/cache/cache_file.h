// The cache's file: found healthy, made, or set aside.
#pragma once

#include <functional>
#include <string>

struct sqlite3;

namespace qrt {

struct CacheFile {
  sqlite3 *database = nullptr; // the caller's to close; null after a warning
  bool readOnly = false;
};

/// Opens the file or makes it and its folder. A cache that is damaged or of another version is
/// renamed; another program's file is left alone, and there is no cache; a file that cannot be
/// written is only read; each with one warning.
CacheFile openCacheFile(const std::string &path,
                        const std::function<void(const std::string &)> &warn);

/// Renames the file and its log to path.set-aside-<n>: no bytes are lost. To be
/// called with our own handle closed.
bool setAside(const std::string &path);

} // namespace qrt
