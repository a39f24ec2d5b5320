#include "runtime/numerics/execution/large_pages.h"

#include <cstdlib>
#include <mutex>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace qrt {

static constexpr size_t pageBytes = 2 << 20;

static size_t roundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

void *allocateAligned(size_t bytes) {
  const bool isLarge = bytes >= pageBytes;
  const size_t alignment = isLarge ? pageBytes : 64;
  const size_t rounded = roundUp(bytes, 64);
  void *memory = std::aligned_alloc(alignment, roundUp(rounded, alignment));
  if (!memory)
    throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
  if (isLarge)
    madvise(memory, roundUp(rounded, pageBytes), MADV_HUGEPAGE); // it may refuse: then small ones
#endif
  return memory;
}

static std::shared_ptr<char> allocateShared(size_t bytes) {
  return {static_cast<char *>(allocateAligned(bytes)), [](char *p) { std::free(p); }};
}

std::shared_ptr<char> allocateWeights(size_t bytes) {
  constexpr size_t blockBytes = 4 * pageBytes, least = 64 * 1024, most = blockBytes / 2;
  if (bytes < least || bytes > most)
    return allocateShared(bytes);
  static std::mutex mutex;
  static std::weak_ptr<char> last; // lives as long as weights in it do
  static size_t used;
  std::lock_guard lock(mutex);
  std::shared_ptr<char> block = last.lock();
  if (!block || used + bytes > blockBytes) {
    block = allocateShared(blockBytes);
    last = block;
    used = 0;
  }
  char *begin = block.get() + used;
  used += roundUp(bytes, 64);
  return {std::move(block), begin};
}

} // namespace qrt
