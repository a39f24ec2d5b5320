// The lines of a value along one dimension or several: what is left of its shape, in the order in
// which a result lies.
#pragma once

#include "lowering/build/program_builder.h"

namespace qopt {

struct Lines {
  /// Every dimension of `shape` but those of which `isAlong` says so.
  Lines(llvm::ArrayRef<qrt::Extent> shape, const Layout &layout,
        llvm::function_ref<bool(int64_t)> isAlong) {
    for (int64_t dim : layout.order())
      if (!isAlong(dim))
        dims.push_back(dim);
    for (int64_t dim : dims)
      walk.sizes.push_back(shape[dim].isStatic() ? shape[dim].offset : 1);
    if (dims.empty())
      walk.sizes.push_back(1);
    else
      leading = shape[dims.front()];
  }
  /// `strideOf(dim)`: of a tensor that the lines run through.
  qrt::StridedAccess access(llvm::function_ref<int64_t(int64_t)> strideOf, int64_t offset) const {
    qrt::StridedAccess access{{}, offset};
    for (int64_t dim : dims)
      access.strides.push_back(strideOf(dim));
    if (dims.empty())
      access.strides.push_back(0);
    return access;
  }
  qrt::StridedAccess access(const View &view) const {
    return access([&](int64_t dim) { return view.strides[dim]; }, view.offset);
  }

  qrt::Extent leading{0, 1};
  qrt::StridedWalk walk;
  llvm::SmallVector<int64_t, 6> dims;
};

} // namespace qopt
