// Memory for outputs of runs on callers' streams; returned blocks are reused.
#pragma once

#include "runtime/core/driver.h"
#include "runtime/drivers/cuda/objects.h"

#include <mutex>
#include <vector>

namespace qrt::cuda {

/// Copies between addresses of the host's and of the device's memory, whichever each is, after what
/// is queued now on `stream`; waits.
Status copyAndWait(const DeviceContext &context, void *to, const void *from, size_t bytes,
                   StreamHandle stream);

/// A block that only one stream has used is available to that stream at once, since later work
/// there is ordered after it. Others wait until there are many; then the pool waits once for all
/// work of the context. `mutex` is never held during such a wait.
class MemoryPool : public std::enable_shared_from_this<MemoryPool> {
public:
  explicit MemoryPool(std::shared_ptr<DeviceContext> context) : context(std::move(context)) {
    idle.reserve(mostIdle);
  }
  Expected<std::shared_ptr<DeviceBytes>> allocate(size_t bytes, StreamHandle stream);

private:
  friend class PooledBytes;
  struct Block {
    Memory memory;
    size_t bytes = 0;
    StreamHandle stream = nullptr;
    bool isShared = false; // by work on several streams
    bool isQuiet = false;  // nothing works on it, whatever the stream
    uint64_t number = 0;   // of those that came back
  };
  /// Returns a block to be reused; an empty one if there is none.
  Expected<Block> take(size_t bytes, StreamHandle stream);
  Expected<Block> make(size_t bytes);
  void give(Block block);
  Status awaitAll() const;
  Block removed(size_t place);

  static constexpr size_t mostIdle = 32;
  static constexpr size_t mostOfASize = 8; // before all work is waited for
  static constexpr size_t mostIdleBytes = size_t(1) << 30;

  std::shared_ptr<DeviceContext> context;
  std::mutex mutex;
  std::vector<Block> idle; // the oldest first
  uint64_t given = 0;      // how many came back
};

} // namespace qrt::cuda
