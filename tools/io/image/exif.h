// The one thing that is read of EXIF.
#pragma once

#include "tools/io/image/picture.h"

namespace qopt::io {

/// Returns the orientation, 1 to 8, of a segment that begins with "Exif\0\0", or of a PNG's eXIf
/// chunk, which begins with what follows; 0 where it states none, or is damaged.
int exifOrientation(Bytes segment);

} // namespace qopt::io
