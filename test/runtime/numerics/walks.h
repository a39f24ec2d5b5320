// Random strided walks, and their points one by one.
#pragma once

#include "test/runtime/numerics/support.h"

#include <numeric>

namespace qrt::test {

/// Offset of every point of the walk, in order.
inline std::vector<int64_t> offsetsOf(const StridedWalk &walk, const StridedAccess &access) {
  std::vector<int64_t> offsets = {access.offset};
  for (size_t d = 0; d < walk.sizes.size(); ++d) {
    std::vector<int64_t> next;
    for (int64_t base : offsets)
      for (int64_t i = 0; i < walk.sizes[d]; ++i)
        next.push_back(base + i * access.strides[d]);
    offsets = next;
  }
  return offsets;
}

/// Strides of a dense tensor whose dimensions lie in `order`, innermost last.
inline StridedAccess denseAccess(const StridedWalk &walk, const std::vector<size_t> &order) {
  StridedAccess access;
  access.strides.resize(walk.sizes.size());
  int64_t stride = 1;
  for (size_t i = order.size(); i-- > 0;) {
    access.strides[order[i]] = stride;
    stride *= walk.sizes[order[i]];
  }
  return access;
}

inline StridedWalk randomWalk(Random &random) {
  StridedWalk walk;
  int64_t rank = random.integer(1, 8), total = 1;
  for (int64_t d = 0; d < rank; ++d) {
    int64_t size = random.integer(1, std::max<int64_t>(1, std::min<int64_t>(40, 6000 / total)));
    walk.sizes.push_back(size);
    total *= size;
  }
  return walk;
}

inline StridedAccess randomAccess(Random &random, const StridedWalk &walk) {
  std::vector<size_t> order(walk.sizes.size());
  std::iota(order.begin(), order.end(), 0);
  if (random.integer(0, 1))
    for (size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[size_t(random.integer(0, int64_t(i) - 1))]);
  StridedAccess access = denseAccess(walk, order);
  if (random.integer(0, 1))
    for (int64_t &stride : access.strides)
      stride *= random.integer(0, 2) != 0; // broadcast some
  access.offset = random.integer(0, 3);
  return access;
}

} // namespace qrt::test
