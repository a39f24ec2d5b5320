#include "runtime/numerics/types/large_pages.h"

#include <cstdlib>
#include <mutex>
#include <new>
#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace qrt {

static constexpr size_t pageBytes = 2 << 20;

static size_t roundUp(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

static void *allocate(size_t bytes, size_t alignment) {
  void *memory = nullptr;
  if (posix_memalign(&memory, alignment, bytes))
    throw std::bad_alloc();
  return memory;
}

void *allocateAligned(size_t bytes) { return allocate(bytes, 64); }

void *allocateOnLargePages(size_t bytes) {
  constexpr size_t smallPageBytes = 4096; // what is advised ends at one
  if (bytes < pageBytes)
    return allocateAligned(bytes);
  const size_t rounded = roundUp(bytes, smallPageBytes);
  void *memory = allocate(rounded, pageBytes);
#if defined(MADV_HUGEPAGE)
  madvise(memory, rounded, MADV_HUGEPAGE); // it may refuse: then small ones
#endif
  return memory;
}

static std::shared_ptr<char> shared(void *memory) {
  return {static_cast<char *>(memory), [](char *p) { std::free(p); }};
}

std::shared_ptr<char> allocateWeights(size_t bytes, PackedFor packedFor) {
  constexpr size_t blockBytes = 4 * pageBytes, least = 64 * 1024, most = blockBytes / 2;
  if (packedFor == PackedFor::Run)
    return shared(allocateAligned(bytes));
  if (bytes < least || bytes > most)
    return shared(allocateOnLargePages(bytes));
  static std::mutex mutex;
  static std::weak_ptr<char> last; // lives as long as weights in it do
  static size_t used;
  std::lock_guard lock(mutex);
  std::shared_ptr<char> block = last.lock();
  if (!block || used + bytes > blockBytes) {
    block = shared(allocateOnLargePages(blockBytes));
    last = block;
    used = 0;
  }
  char *begin = block.get() + used;
  used += roundUp(bytes, 64);
  return {std::move(block), begin};
}

} // namespace qrt
