// Uninitialised memory of one loop, aligned for every vector width.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>

namespace qrt {

class Scratch {
public:
  Scratch() = default;
  explicit Scratch(size_t bytes) { reserve(bytes); }
  /// Grows to at least `bytes`; the contents are lost.
  void *reserve(size_t bytes) {
    if (bytes > capacity) {
      capacity = (bytes + 63) / 64 * 64;
      memory.reset(std::aligned_alloc(64, capacity));
      if (!memory)
        throw std::bad_alloc();
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

} // namespace qrt
