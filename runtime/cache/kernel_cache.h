// Compiled kernels kept between runs: one SQLite file (WAL), shared by processes and devices.
// Results never depend on it: a damaged file is set aside, another program's is left alone, and an
// unwritable one is only read, each with one warning. A file past its limit loses the entries that
// were unused longest.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace qrt {

/// Everything that a binary depends on. The source is compared whole.
struct KernelKey {
  std::string device, version, options, source;
};

/// A store in which a device looks up compiled kernels and keeps those that it compiles.
class KernelCache {
public:
  virtual ~KernelCache() = default;
  /// Returns the binary if its checksum is that of the stored one; else none.
  virtual std::optional<std::vector<uint8_t>> find(const KernelKey &key) = 0;
  /// Stores a binary; an empty one is ignored.
  virtual void store(const KernelKey &key, std::span<const uint8_t> binary) = 0;
  virtual bool readOnly() const { return false; }

  // ---- the file ----
  using Warn = std::function<void(const std::string &)>;
  static constexpr int64_t defaultLimit = int64_t(256) << 20; // bytes
  /// Opens or makes the file and its folder. Null, after a warning, when the
  /// file can neither be read nor made. `limitBytes`: 0 for $QOPT_CACHE_LIMIT
  /// (in MiB), else defaultLimit.
  static std::unique_ptr<KernelCache> open(const std::string &path, Warn warn,
                                           int64_t limitBytes = 0);
  /// $QOPT_CACHE, $XDG_CACHE_HOME/qopt/kernels.sqlite or ~/.cache/qopt/…;
  /// empty when the environment names no place.
  static std::string defaultPath();
};

} // namespace qrt
