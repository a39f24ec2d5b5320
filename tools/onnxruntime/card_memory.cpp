#include "tools/onnxruntime/card_memory.h"

#include <algorithm>
#include <unordered_map>

namespace qopt::ort {

static constexpr const char *driver = QOPT_ORT_CARD_DRIVER;
static constexpr uint32_t vendor = 0x10de; // NVIDIA's number among makers of PCI devices
static constexpr int defaultMemory = 0, deviceAllocator = 0; // ONNX Runtime's numbers

// ONNX Runtime knows NVIDIA's memory by this name, too.
Card::Card(const Api &api, unsigned number)
    : api(api), specification(number ? driver + (":" + std::to_string(number)) : driver) {
  api.must(api.createMemoryInfo("Cuda", MemoryKind::Gpu, vendor, int32_t(number), defaultMemory, 0,
                                deviceAllocator, &memoryInfo));
}

qrt::Device &Card::open() {
  std::lock_guard lock(mutex);
  if (!opened) {
    auto device = qrt::openDevice(specification);
    if (!device)
      fail(device.status(), specification + ": ");
    opened = std::move(*device);
  }
  return *opened;
}

Cards findCards(const Api &api) {
  Cards cards;
  const size_t count = qrt::listDevices(driver).size();
  for (unsigned i = 0; i < count; ++i)
    cards.push_back(std::make_unique<Card>(api, i));
  return cards;
}

// ---- allocating ----

namespace {
class CardAllocator : public Allocator {
public:
  explicit CardAllocator(std::shared_ptr<Card> owned) : card(std::move(owned)) {
    allocate = reserve = [](Allocator *self, size_t bytes) {
      return static_cast<CardAllocator *>(self)->take(bytes);
    };
    free = [](Allocator *self, void *address) {
      static_cast<CardAllocator *>(self)->give(address);
    };
    info = [](const Allocator *self) {
      return static_cast<const CardAllocator *>(self)->card->info();
    };
  }

private:
  // ONNX Runtime says of null that there is no memory.
  void *take(size_t bytes) {
    try {
      auto made = card->open().allocate(bytes, nullptr);
      if (!made)
        return nullptr;
      void *const address = (*made)->data();
      std::lock_guard lock(mutex);
      taken.emplace(address, std::move(*made));
      return address;
    } catch (...) {
      return nullptr;
    }
  }
  // Runs are waited for, so that nothing works on the bytes.
  void give(void *address) {
    std::unique_lock lock(mutex);
    auto bytes = taken.extract(address);
    lock.unlock(); // the card may be waited for as they go
  }

  std::shared_ptr<Card> card;
  std::mutex mutex; // guards `taken`
  std::unordered_map<void *, std::shared_ptr<qrt::DeviceBytes>> taken;
};
} // namespace

Allocator *makeAllocator(const std::shared_ptr<const Cards> &cards, const MemoryInfo *info) {
  auto found = std::ranges::find(*cards, info, &Card::info);
  return found == cards->end() ? nullptr
                               : new CardAllocator(std::shared_ptr<Card>(cards, found->get()));
}

void releaseAllocator(Allocator *allocator) { delete static_cast<CardAllocator *>(allocator); }

// ---- copying ----

namespace {
class CardTransfer : public DataTransfer {
public:
  CardTransfer(std::shared_ptr<const Api> functions, std::shared_ptr<const Cards> owned)
      : owner(std::move(functions)), api(*owner), cards(std::move(owned)) {
    release = [](DataTransfer *self) { delete static_cast<CardTransfer *>(self); };
    canCopy = [](const DataTransfer *self, const MemoryDevice *from, const MemoryDevice *to) {
      return static_cast<const CardTransfer *>(self)->cardOf(from, to) != nullptr;
    };
    copy = [](DataTransfer *self, const Value **from, Value **to, SyncStream **, size_t count) {
      auto &own = *static_cast<CardTransfer *>(self);
      return own.api.guarded([&] {
        for (size_t i = 0; i < count; ++i)
          own.copyOne(from[i], to[i]);
      });
    };
  }

private:
  /// Returns null for memory that is none of the cards'.
  Card *cardOf(const MemoryDevice *memory) const {
    const bool isCards = api.memoryKind(memory) == MemoryKind::Gpu &&
                         api.memoryVendor(memory) == vendor &&
                         api.memoryNumber(memory) < cards->size();
    return isCards ? (*cards)[api.memoryNumber(memory)].get() : nullptr;
  }
  /// Returns the card that copies from one to the other; null where none does.
  Card *cardOf(const MemoryDevice *from, const MemoryDevice *to) const {
    Card *const first = cardOf(from), *const second = cardOf(to);
    const bool isFromHost = api.memoryKind(from) == MemoryKind::Cpu,
               isToHost = api.memoryKind(to) == MemoryKind::Cpu;
    if (first && (isToHost || first == second))
      return first;
    return isFromHost ? second : nullptr;
  }
  void copyOne(const Value *from, Value *to) const {
    Card *const card = cardOf(api.memoryOf(from), api.memoryOf(to));
    if (!card)
      throw Failure{ErrorCode::InvalidArgument, "qopt: copies stay on one card and the host"};
    void *source = nullptr, *target = nullptr;
    api.must(api.tensorMutableData(const_cast<Value *>(from), &source));
    api.must(api.tensorMutableData(to, &target));
    const size_t bytes = api.get(api.tensorBytes, from);
    if (bytes > 0 && !target) // ONNX Runtime makes a tensor of what its allocator gives
      throw Failure{ErrorCode::EpFail, "qopt: " + card->device() + ": there is no memory for " +
                                           std::to_string(bytes) + " bytes"};
    if (qrt::Status status = card->open().copy(target, source, bytes, nullptr); !status.ok())
      fail(status, card->device() + ": ");
  }

  std::shared_ptr<const Api> owner;
  const Api &api;
  std::shared_ptr<const Cards> cards;
};
} // namespace

DataTransfer *makeTransfer(std::shared_ptr<const Api> api, std::shared_ptr<const Cards> cards) {
  return new CardTransfer(std::move(api), std::move(cards));
}

} // namespace qopt::ort
