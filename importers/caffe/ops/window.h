// The sliding windows of convolutions and pools, as their messages say them.
#pragma once

#include "importers/caffe/graph/binder.h"
#include "importers/common/ops/windows.h"

namespace qopt::caffe {

/// One property of a window: once for all image dimensions or once for each, or as its height and
/// width.
struct WindowSizes {
  llvm::StringRef what;
  llvm::ArrayRef<int64_t> list;
  std::optional<int64_t> height, width;
  std::optional<int64_t> otherwise; // none: it must be there
};
/// `rank` sizes, each in [least, 2^31).
Ints readSizes(Binder &b, const WindowSizes &sizes, size_t rank, int64_t least);

/// An image of 1 to 3 dimensions behind samples and channels; how many.
size_t readImage(Binder &b, Value &x);

template <typename Field> llvm::ArrayRef<int64_t> listOf(const Field &field) {
  return {field.data(), size_t(field.size())};
}

} // namespace qopt::caffe
