// Windows over images as TFLite states them: sizes and strides in its options, pads in a word.
#pragma once

#include "importers/common/ops/windows.h"
#include "importers/tflite/graph/binder.h"

namespace qopt::tflite {

/// An image of rank 4, channels first, in f32 (`stored`: as it is). Its channels are a number.
void readImage(Binder &b, Value &image);

/// Pads of `window`, whose other members are known, over image `x`: SAME makes ⌈size/stride⌉
/// results, the odd pad behind; VALID has none.
void pad(Binder &b, Value x, schema::Padding padding, ImageWindow &window);

} // namespace qopt::tflite
