// Uninitialised memory of one loop, aligned for every vector width.
#pragma once

#include "runtime/numerics/types/large_pages.h"

#include <cstdint>
#include <cstdlib>

namespace qrt {

class Scratch {
public:
  Scratch() = default;
  explicit Scratch(size_t bytes) { reserve(bytes); }
  /// Grows to at least `bytes`; the contents are lost.
  void *reserve(size_t bytes) {
    if (bytes > capacity) {
      const size_t rounded = (bytes + 63) / 64 * 64;
      memory.reset(allocateAligned(rounded));
      capacity = rounded;
    }
    return memory.get();
  }
  template <class T> T *as() { return static_cast<T *>(memory.get()); }
  template <class T> const T *as() const { return static_cast<const T *>(memory.get()); }
  size_t size() const { return capacity; }

private:
  struct Free {
    void operator()(void *p) const { std::free(p); }
  };
  std::unique_ptr<void, Free> memory;
  size_t capacity = 0;
};

/// The same for packed weights.
class WeightMemory {
public:
  explicit WeightMemory(PackedFor packedFor) : packedFor(packedFor) {}
  void *reserve(size_t bytes) {
    if (bytes > capacity) {
      memory = allocateWeights(bytes, packedFor);
      capacity = bytes;
    }
    return memory.get();
  }
  template <class T> T *as() { return reinterpret_cast<T *>(memory.get()); }
  template <class T> const T *as() const { return reinterpret_cast<const T *>(memory.get()); }
  size_t size() const { return capacity; }

private:
  PackedFor packedFor;
  std::shared_ptr<char> memory;
  size_t capacity = 0;
};

} // namespace qrt
