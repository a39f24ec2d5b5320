// A strided walk made as short as it goes: neighbouring dimensions through
// which every tensor moves as through one are merged.
#pragma once

#include "runtime/format/program.h"

#include <string>
#include <vector>

namespace qopt {

/// Dimension 0 has `leading` as its size; sizes[0] is unused, as in the call.
struct MergedWalk {
  qrt::Extent leading;
  std::vector<int64_t> sizes;
  std::vector<std::vector<int64_t>> strides; // of each access, per dimension
};

MergedWalk mergeWalk(const qrt::Extent &leading, const qrt::StridedWalk &walk,
                     const std::vector<const qrt::StridedAccess *> &accesses);

/// C text of an element's index from an `Outer at` and an `i7`.
std::string indexText(const MergedWalk &walk, size_t access, int64_t offset);

} // namespace qopt
