// The lines of a walk, shared among threads. Internal.
#pragma once

#include "runtime/numerics/execution/execution.h"
#include "runtime/numerics/moves/walk.h"

#include <algorithm>

namespace qrt {

/// body(an offset for each access) for each point of `walk`; `work`: of one, in elements.
template <size_t count, typename Body>
void forEachLine(const Execution &execution, const StridedWalk &walk,
                 const std::array<const StridedAccess *, count> &accesses, int64_t work,
                 Body &&body) {
  const CollapsedWalk lines = collapse(walk, accesses);
  auto run = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      std::array<int64_t, count> offsets;
      for (size_t a = 0; a < count; ++a)
        offsets[a] = accesses[a]->offset + lines.offsetOf(a, i, lines.sizes.size());
      body(offsets);
    }
  };
  execution.parallelFor(lines.count(), 4096 / std::max<int64_t>(work, 1) + 1, run);
}

} // namespace qrt
