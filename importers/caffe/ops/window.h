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

/// The window that a convolution's or a pool's parameters say; its pads are ≥ 0, the rest ≥ 1.
template <typename Parameter> ImageWindow readWindow(Binder &b, const Parameter &p, size_t rank) {
  auto given = [](bool has, int64_t value) {
    return has ? std::optional<int64_t>(value) : std::nullopt;
  };
  ImageWindow window;
  window.kernel =
      readSizes(b,
                {"kernel_size", listOf(p.kernel_size()), given(p.has_kernel_h(), p.kernel_h()),
                 given(p.has_kernel_w(), p.kernel_w()), std::nullopt},
                rank, 1);
  window.strides = readSizes(b,
                             {"stride", listOf(p.stride()), given(p.has_stride_h(), p.stride_h()),
                              given(p.has_stride_w(), p.stride_w()), 1},
                             rank, 1);
  window.pads = readSizes(
      b,
      {"pad", listOf(p.pad()), given(p.has_pad_h(), p.pad_h()), given(p.has_pad_w(), p.pad_w()), 0},
      rank, 0);
  window.dilations = readSizes(b, {"dilation", listOf(p.dilation()), {}, {}, 1}, rank, 1);
  Ints high = window.pads; // as many on both sides
  window.pads.append(high);
  return window;
}

} // namespace qopt::caffe
