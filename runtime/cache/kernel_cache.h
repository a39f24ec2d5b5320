// Compiled kernels kept between runs: one SQLite file (WAL), shared by
// processes and devices. Never needed for right answers: a damaged or foreign
// file is set aside, an unwritable one is only read, each with one warning.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

struct sqlite3;

namespace qrt {

/// Everything that a binary depends on. The source is compared whole.
struct KernelKey {
  std::string device, version, options, source;
};

class KernelCache {
public:
  using Warn = std::function<void(const std::string &)>;

  /// Opens or makes the file and its folder. Null only when not even a
  /// memory-less life is possible, after a warning.
  static std::unique_ptr<KernelCache> open(const std::string &path, Warn warn);
  /// $QOPT_CACHE, $XDG_CACHE_HOME/qopt/kernels.sqlite or ~/.cache/qopt/…;
  /// empty when the environment names no place.
  static std::string defaultPath();

  ~KernelCache();
  KernelCache(const KernelCache &) = delete;
  KernelCache &operator=(const KernelCache &) = delete;

  /// Bytes that hash as they did when stored; none otherwise.
  std::optional<std::vector<uint8_t>> find(const KernelKey &key);
  void store(const KernelKey &key, std::span<const uint8_t> binary);
  bool readOnly() const { return isReadOnly; }

private:
  KernelCache(sqlite3 *database, bool isReadOnly, Warn warn)
      : database(database), isReadOnly(isReadOnly), warn(std::move(warn)) {}
  sqlite3 *database;
  bool isReadOnly;
  Warn warn;
  bool warned = false;
  std::mutex mutex;
};

} // namespace qrt
