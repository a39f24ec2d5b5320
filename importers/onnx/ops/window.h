// The sliding-window attributes that Conv and the pools share.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

/// Two-dimensional; pads are [top, left, bottom, right], auto_pad resolved.
struct Window {
  Ints kernel, strides{1, 1}, dilations{1, 1}, pads{0, 0, 0, 0};
  WindowAxis axis(unsigned i, int64_t size) const {
    return {size, kernel[i], strides[i], dilations[i], pads[i], pads[i + 2]};
  }
};

/// Reads kernel_shape, strides, dilations, pads and auto_pad for `image`
/// (rank 4, checked here). `kernel` may be known beforehand, from weights.
void readWindow(Binder &b, Value image, Window &window);

} // namespace qopt::onnx
