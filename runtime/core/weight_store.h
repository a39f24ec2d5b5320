// What programs of one model hold together: constants of equal bytes, and what drivers made of
// them at load.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <map>
#include <mutex>
#include <string>

namespace qrt {

/// Keeps nothing alive itself: what no program needs any more is gone. For many threads.
class WeightStore {
public:
  /// The tensor, or one of the same type, shape and bytes that is held.
  Tensor share(const Tensor &tensor);

  /// What was made under this key and is held; else what `make` gives, unless it is null. `source`
  /// is what it is made of, and is held with it; keys that hold addresses of shared tensors are
  /// good therefore.
  using Made = std::shared_ptr<const void>;
  struct Packing {
    Made made;
    int64_t bytes = 0;
  };
  template <typename Make> Packing pack(const std::string &key, const Tensor &source, Make &&make) {
    if (Packing known = find(key); known.made)
      return known;
    Packing packing = make();
    return packing.made ? keep(key, source, std::move(packing)) : packing;
  }

  struct Held {
    size_t tensors = 0, packings = 0;
    int64_t bytes = 0; // of both
  };
  Held held() const;

private:
  struct Kept {
    std::weak_ptr<const void> made;
    int64_t bytes;
  };
  Packing find(const std::string &key) const;
  /// One that another thread made meanwhile stays.
  Packing keep(const std::string &key, const Tensor &source, Packing packing);
  void sweep();

  mutable std::mutex mutex;
  std::multimap<size_t, std::weak_ptr<const Tensor>> tensors; // by their bytes' hash
  std::map<std::string, Kept> packings;
  size_t sweepAt = 64; // entries
};

} // namespace qrt
