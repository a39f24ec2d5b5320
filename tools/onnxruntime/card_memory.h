// A card's own memory for ONNX Runtime, whose sessions on the card's provider take and give tensors
// there.
#pragma once

#include "tools/onnxruntime/api.h"

#include "runtime/core/driver.h"

#include <memory>
#include <mutex>

namespace qopt::ort {

/// A card by the number that its driver gives it. It is opened as memory is first asked of it.
class Card {
public:
  Card(const Api &api, unsigned number);
  ~Card() { api.releaseMemoryInfo(memoryInfo); }
  Card(const Card &) = delete;

  /// "cuda" or "cuda:1", as options name it.
  const std::string &device() const { return specification; }
  const MemoryInfo *info() const { return memoryInfo; }
  /// Throws a Failure where the card cannot be opened.
  qrt::Device &open();

private:
  const Api &api;
  std::string specification;
  MemoryInfo *memoryInfo = nullptr;
  std::mutex mutex; // guards `opened`
  std::unique_ptr<qrt::Device> opened;
};

using Cards = std::vector<std::unique_ptr<Card>>;

/// Returns the cards here whose memory has addresses that programs know.
Cards findCards(const Api &api);

/// Returns null where `info` is of no card's memory. The allocator keeps the cards.
Allocator *makeAllocator(const std::shared_ptr<const Cards> &cards, const MemoryInfo *info);
void releaseAllocator(Allocator *allocator);

/// Makes what copies between the memory of a card and the host's, and inside a card's. ONNX Runtime
/// releases it; it keeps the functions and the cards.
DataTransfer *makeTransfer(std::shared_ptr<const Api> api, std::shared_ptr<const Cards> cards);

} // namespace qopt::ort
