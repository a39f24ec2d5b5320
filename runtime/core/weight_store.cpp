#include "runtime/core/weight_store.h"

#include <algorithm>
#include <functional>
#include <string_view>

namespace qrt {

static std::string_view bytesOf(const Tensor &tensor) {
  return {static_cast<const char *>(tensor.data()), tensor.bytes()};
}

static bool areEqual(const Tensor &a, const Tensor &b) {
  return a.type() == b.type() && a.shape() == b.shape() && bytesOf(a) == bytesOf(b);
}

/// Whoever holds the result holds `owner`.
static Tensor viewOf(const std::shared_ptr<const Tensor> &owner) {
  return Tensor::view(owner->type(), owner->shape(), owner->data(), owner);
}

Tensor WeightStore::share(const Tensor &tensor) {
  if (!tensor.data() || tensor.size() == 0)
    return tensor;
  const size_t hash = std::hash<std::string_view>()(bytesOf(tensor));
  std::lock_guard lock(mutex);
  auto [begin, end] = tensors.equal_range(hash);
  for (auto entry = begin; entry != end; ++entry)
    if (auto known = entry->second.lock(); known && areEqual(*known, tensor))
      return viewOf(known);
  sweep();
  auto owner = std::make_shared<const Tensor>(tensor);
  tensors.emplace(hash, owner);
  return viewOf(owner);
}

WeightStore::Packing WeightStore::find(const std::string &key) const {
  std::lock_guard lock(mutex);
  auto entry = packings.find(key);
  return entry == packings.end() ? Packing()
                                 : Packing{entry->second.made.lock(), entry->second.bytes};
}

WeightStore::Packing WeightStore::keep(const std::string &key, const Tensor &source,
                                       Packing packing) {
  struct Both {
    Tensor source;
    Made made;
  };
  std::lock_guard lock(mutex);
  if (auto entry = packings.find(key); entry != packings.end())
    if (Made known = entry->second.made.lock())
      return {std::move(known), entry->second.bytes};
  sweep();
  auto both = std::make_shared<const Both>(Both{source, std::move(packing.made)});
  packing.made = Made(both, both->made.get());
  packings[key] = {packing.made, packing.bytes};
  return packing;
}

// Drops the entries of released objects, before their number doubles.
void WeightStore::sweep() {
  if (tensors.size() + packings.size() < sweepAt)
    return;
  std::erase_if(tensors, [](const auto &entry) { return entry.second.expired(); });
  std::erase_if(packings, [](const auto &entry) { return entry.second.made.expired(); });
  sweepAt = 2 * std::max<size_t>(32, tensors.size() + packings.size());
}

WeightStore::Held WeightStore::held() const {
  std::lock_guard lock(mutex);
  Held held;
  for (const auto &[hash, entry] : tensors)
    if (auto tensor = entry.lock()) {
      ++held.tensors;
      held.bytes += int64_t(tensor->bytes());
    }
  for (const auto &[key, entry] : packings)
    if (!entry.made.expired()) {
      ++held.packings;
      held.bytes += entry.bytes;
    }
  return held;
}

} // namespace qrt
