// Compiled kernels of one process; private to libqopt.
#pragma once

#include "runtime/cache/kernel_cache.h"

#include <array>
#include <map>
#include <mutex>

namespace qopt {

class KernelMemory final : public qrt::KernelCache {
public:
  std::optional<std::vector<uint8_t>> find(const qrt::KernelKey &key) override {
    std::lock_guard lock(mutex);
    auto known = kernels.find(textOf(key));
    return known == kernels.end() ? std::nullopt : std::optional(known->second);
  }
  void store(const qrt::KernelKey &key, std::span<const uint8_t> binary) override {
    if (binary.empty())
      return;
    std::lock_guard lock(mutex);
    kernels[textOf(key)].assign(binary.begin(), binary.end());
  }

private:
  using Text = std::array<std::string, 4>;
  static Text textOf(const qrt::KernelKey &key) {
    return {key.source, key.device, key.version, key.options};
  }
  std::mutex mutex;
  std::map<Text, std::vector<uint8_t>> kernels;
};

} // namespace qopt
