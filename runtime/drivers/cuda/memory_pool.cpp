#include "runtime/drivers/cuda/memory_pool.h"

#include "runtime/numerics/types/return_if_error.h"

#include <algorithm>
#include <optional>

namespace qrt::cuda {

// The driver tells addresses of its own memory from the host's.
Status copyAndWait(const DeviceContext &context, void *to, const void *from, size_t bytes,
                   StreamHandle stream) {
  QRT_CUDA_ENTER(context);
  if (bytes)
    QRT_RETURN_IF_ERROR(context.check(
        context.cuda.cuMemcpyAsync(reinterpret_cast<DevicePointer>(to),
                                   reinterpret_cast<DevicePointer>(from), bytes, stream),
        "cuMemcpyAsync"));
  return context.check(context.cuda.cuStreamSynchronize(stream), "cuStreamSynchronize");
}

class PooledBytes : public DeviceBytes {
public:
  PooledBytes(std::shared_ptr<MemoryPool> pool, MemoryPool::Block block)
      : pool(std::move(pool)), block(std::move(block)) {}
  ~PooledBytes() override { pool->give(std::move(block)); }
  PooledBytes(const PooledBytes &) = delete;
  PooledBytes &operator=(const PooledBytes &) = delete;

  void *data() const override { return reinterpret_cast<void *>(block.memory.get()); }
  void usedOn(DeviceStream stream) override {
    std::lock_guard lock(pool->mutex);
    block.isShared |= static_cast<StreamHandle>(stream) != block.stream;
  }
  Status read(void *to, size_t offset, size_t size, DeviceStream stream) const override {
    return copyAndWait(*pool->context, to, static_cast<const std::byte *>(data()) + offset, size,
                       static_cast<StreamHandle>(stream));
  }
  Status write(const void *from, size_t size, DeviceStream stream) override {
    return copyAndWait(*pool->context, data(), from, size, static_cast<StreamHandle>(stream));
  }

private:
  std::shared_ptr<MemoryPool> pool;
  MemoryPool::Block block;
};

static size_t rounded(size_t bytes) {
  constexpr size_t grain = 512;
  return (std::max<size_t>(bytes, 1) + grain - 1) / grain * grain;
}

Expected<std::shared_ptr<DeviceBytes>> MemoryPool::allocate(size_t bytes, StreamHandle stream) {
  QRT_CUDA_ENTER(*context);
  Expected<Block> block = take(rounded(bytes), stream);
  if (block && !block->memory)
    block = make(rounded(bytes));
  if (!block)
    return block.status();
  block->stream = stream;
  block->isShared = isOfThread(stream);
  block->isQuiet = false;
  return std::shared_ptr<DeviceBytes>(
      std::make_shared<PooledBytes>(shared_from_this(), std::move(*block)));
}

MemoryPool::Block MemoryPool::removed(size_t place) {
  Block block = std::move(idle[place]);
  idle.erase(idle.begin() + ptrdiff_t(place));
  return block;
}

Expected<MemoryPool::Block> MemoryPool::take(size_t bytes, StreamHandle stream) {
  std::unique_lock lock(mutex);
  size_t others = 0;
  for (size_t i = 0; i < idle.size(); ++i) {
    const Block &block = idle[i];
    if (block.bytes != bytes)
      continue;
    if (block.isQuiet || (!block.isShared && block.stream == stream))
      return removed(i);
    ++others;
  }
  if (others < mostOfASize)
    return Block();
  const uint64_t last = given; // what comes back meanwhile may be worked on still
  lock.unlock();
  if (Status status = awaitAll(); !status.ok())
    return status;
  lock.lock();
  for (Block &block : idle)
    block.isQuiet |= block.number <= last;
  auto fits = [&](const Block &block) { return block.bytes == bytes && block.isQuiet; };
  auto found = std::ranges::find_if(idle, fits);
  return found == idle.end() ? Block() : removed(size_t(found - idle.begin()));
}

Status MemoryPool::awaitAll() const {
  return context->check(context->cuda.cuCtxSynchronize(), "cuCtxSynchronize");
}

// Allocates a block. If memory is short, it first frees the idle blocks.
Expected<MemoryPool::Block> MemoryPool::make(size_t bytes) {
  auto allocate = [&](DevicePointer *made) { return context->cuda.cuMemAlloc_v2(made, bytes); };
  Expected<Memory> memory = own<Memory>(*context, "cuMemAlloc", allocate);
  if (!memory) {
    std::vector<Block> freed;
    freed.reserve(mostIdle);
    {
      std::lock_guard lock(mutex);
      freed.swap(idle);
    }
    if (Status status = awaitAll(); !status.ok())
      return status;
    freed.clear();
    memory = own<Memory>(*context, "cuMemAlloc", allocate);
  }
  if (!memory)
    return Status(memory.status().code(), memory.status().message() + " for a tensor of " +
                                              std::to_string(bytes) +
                                              " bytes; use a smaller batch");
  return Block{std::move(*memory), bytes};
}

// cuMemFree waits for work that uses the memory.
void MemoryPool::give(Block block) {
  if (block.bytes > mostIdleBytes) // others stay for its sake in vain
    return;
  std::unique_lock lock(mutex);
  auto isTooMuch = [&] {
    size_t bytes = block.bytes;
    for (const Block &other : idle)
      bytes += other.bytes;
    return idle.size() + 1 > mostIdle || bytes > mostIdleBytes;
  };
  while (!idle.empty() && isTooMuch()) {
    std::optional<Block> oldest = removed(0);
    lock.unlock();
    oldest.reset();
    lock.lock();
  }
  block.number = ++given;
  idle.push_back(std::move(block));
}

} // namespace qrt::cuda
