// Antialiased resampling in 8 bits, equal to Pillow's to the last bit.
#pragma once

#include "ir/types/preprocess.h"
#include "tools/io/image/picture.h"

namespace qopt::io {

/// Returns the picture in that size, both sides of which are at least 1.
Picture resized(const Picture &picture, nn::PixelSize size, nn::Interpolation interpolation);

} // namespace qopt::io
