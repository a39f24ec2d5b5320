// The constants that programs of one model share if their bytes are equal, and their packings,
// which drivers make at load.
#pragma once

#include "runtime/numerics/types/tensor.h"

#include <map>
#include <mutex>
#include <string>

namespace qrt {

/// Holds weak references only: objects that no program needs any more are released. Thread-safe.
class WeightStore {
public:
  /// Returns a held tensor of the same type, shape and bytes, or else the tensor itself.
  Tensor share(const Tensor &tensor);

  /// Returns the packing held under this key, else that of `make`, which is kept unless it is null.
  /// `source`, from which it is made, is held with it: therefore keys may contain addresses of
  /// shared tensors.
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
  /// Keeps the packing, unless another thread has stored one meanwhile; returns the one that stays.
  Packing keep(const std::string &key, const Tensor &source, Packing packing);
  void sweep();

  mutable std::mutex mutex;
  std::multimap<size_t, std::weak_ptr<const Tensor>> tensors; // by their bytes' hash
  std::map<std::string, Kept> packings;
  size_t sweepAt = 64; // entries
};

} // namespace qrt
