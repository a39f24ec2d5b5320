// Convolutions of real images with weights that are steps.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/tflite/ops/hybrid/rounded.h"

namespace qopt::tflite {

/// Image and weights channels first, [N, C, H, W] and [M, C of a group, kernel…]. Each sample has a
/// range: the whole one where the weights have several scales or each channel is by itself.
Value convolveRounded(Binder &b, Value x, const PlainWeights &weights, Value bias,
                      const ImageWindow &window, int64_t groups);

} // namespace qopt::tflite
