// JPEG, by libjpeg.
#pragma once

#include "tools/io/image/picture.h"

namespace qopt::io {

bool isJpeg(Bytes file);
qrt::Expected<PictureHeader> parseJpegHeader(Bytes file);
/// `parseJpegHeader` and the check of its sizes come first.
qrt::Expected<Picture> decodeJpeg(Bytes file);

} // namespace qopt::io
