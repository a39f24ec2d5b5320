// The sliding-window attributes that Conv and the pools share.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/onnx/graph/binder.h"

namespace qopt::onnx {

using Window = ImageWindow;

/// Reads kernel_shape, strides, dilations, pads and auto_pad for `image`
/// (rank 3 to 5, checked here). `kernel` may be known beforehand, from weights.
void readWindow(Binder &b, Value image, Window &window);
/// The same but for auto_pad, which is `mode` then.
void readWindow(Binder &b, Value image, Window &window, std::string &mode);
/// The high pads grown as ceil_mode asks, and whether they were.
bool applyCeilMode(Binder &b, Value image, Window &window);

} // namespace qopt::onnx
