// Compiled kernels kept between runs: one SQLite file (WAL), shared by
// processes and devices. Never needed for right answers: a damaged file is set
// aside, another program's is left alone, an unwritable one is only read, each with one warning.
// Past its limit the file loses what was unused longest.
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

/// Where a device looks for binaries, and leaves those that it makes.
class KernelCache {
public:
  virtual ~KernelCache() = default;
  /// Bytes that hash as they did when stored; none otherwise.
  virtual std::optional<std::vector<uint8_t>> find(const KernelKey &key) = 0;
  /// An empty binary is not kept.
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
