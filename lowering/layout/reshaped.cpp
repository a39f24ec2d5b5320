#include "lowering/layout/reshaped.h"

#include "lowering/layout/layout.h"

using namespace llvm;

namespace qopt {

// Dimensions of one element take no part: any stride is theirs.
static SmallVector<int64_t, 6> dimsOfMore(ArrayRef<qrt::Extent> sizes) {
  SmallVector<int64_t, 6> dims;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (!size.isStatic() || size.offset != 1)
      dims.push_back(dim);
  return dims;
}

std::optional<SmallVector<SameElements>> matched(ArrayRef<qrt::Extent> to,
                                                 ArrayRef<qrt::Extent> from) {
  SmallVector<SameElements> runs;
  SmallVector<int64_t, 6> fromDims = dimsOfMore(from), toDims = dimsOfMore(to);
  size_t i = 0, j = 0;
  while (i < fromDims.size() && j < toDims.size()) {
    size_t fromBegin = i, toBegin = j;
    std::optional<qrt::Extent> before = from[fromDims[i++]], after = to[toDims[j++]];
    while (before && after && *before != *after) {
      if (before->at(1) < after->at(1) && i < fromDims.size())
        before = multiply(*before, from[fromDims[i++]]);
      else if (after->at(1) <= before->at(1) && j < toDims.size())
        after = multiply(*after, to[toDims[j++]]);
      else
        return std::nullopt;
    }
    if (!before || !after)
      return std::nullopt;
    runs.push_back({SmallVector<int64_t, 6>(ArrayRef(fromDims).slice(fromBegin, i - fromBegin)),
                    SmallVector<int64_t, 6>(ArrayRef(toDims).slice(toBegin, j - toBegin))});
  }
  return runs; // what is left has one element
}

std::optional<SmallVector<int64_t, 6>>
viewedAs(ArrayRef<qrt::Extent> to, ArrayRef<qrt::Extent> from, ArrayRef<int64_t> strides) {
  SmallVector<int64_t, 6> viewed(to.size(), 1);
  auto runs = matched(to, from);
  if (!runs)
    return std::nullopt;
  for (const SameElements &run : *runs) {
    std::optional<int64_t> stride = collapse(run.from, strides, from);
    if (!stride)
      return std::nullopt;
    for (int64_t dim : llvm::reverse(run.to)) {
      viewed[dim] = *stride;
      if (!to[dim].isStatic() && dim != run.to.front())
        return std::nullopt; // a stride would grow
      *stride *= to[dim].isStatic() ? to[dim].offset : 1;
    }
  }
  return viewed;
}

} // namespace qopt
