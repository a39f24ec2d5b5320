#include "runtime/numerics/moves/walk.h"

#include <cassert>

namespace qrt {

int64_t CollapsedWalk::count() const {
  int64_t total = 1;
  for (int64_t size : sizes)
    total *= size;
  return total;
}

int64_t CollapsedWalk::offsetOf(size_t access, int64_t index, size_t dimensions) const {
  int64_t offset = 0;
  for (size_t d = dimensions; d-- > 0;) {
    offset += index % sizes[d] * strides[access][d];
    index /= sizes[d];
  }
  return offset;
}

CollapsedWalk collapse(const StridedWalk &walk, std::span<const StridedAccess *const> accesses) {
  CollapsedWalk result;
  result.strides.resize(accesses.size());
  for (size_t d = 0; d < walk.sizes.size(); ++d) {
    int64_t size = walk.sizes[d];
    if (size == 1)
      continue;
    bool joins = !result.sizes.empty();
    for (size_t a = 0; a < accesses.size() && joins; ++a) {
      assert(accesses[a]->strides.size() == walk.sizes.size());
      joins = result.strides[a].back() == accesses[a]->strides[d] * size;
    }
    if (joins) {
      result.sizes.back() *= size;
    } else {
      result.sizes.push_back(size);
    }
    for (size_t a = 0; a < accesses.size(); ++a) {
      if (joins)
        result.strides[a].back() = accesses[a]->strides[d];
      else
        result.strides[a].push_back(accesses[a]->strides[d]);
    }
  }
  if (result.sizes.empty()) {
    result.sizes.push_back(1);
    for (std::vector<int64_t> &strides : result.strides)
      strides.push_back(1);
  }
  return result;
}

} // namespace qrt
