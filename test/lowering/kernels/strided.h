// Points of strided accesses, written out: what tests of elementwise programs and copies share.
#pragma once

#include "runtime/format/program.h"

#include <vector>

namespace qopt::test {

inline int64_t indexOf(const qrt::StridedAccess &access, const std::vector<int64_t> &at) {
  int64_t index = access.offset;
  for (size_t d = 0; d < at.size(); ++d)
    index += at[d] * access.strides[d];
  return index;
}

/// Calls visit(at) for every point, the last dimension fastest.
template <typename Visit> void forPoints(const std::vector<int64_t> &sizes, Visit visit) {
  std::vector<int64_t> at(sizes.size(), 0);
  for (;;) {
    visit(at);
    size_t d = at.size();
    while (d-- > 0 && ++at[d] == sizes[d])
      at[d] = 0;
    if (d == size_t(-1))
      return;
  }
}

} // namespace qopt::test
