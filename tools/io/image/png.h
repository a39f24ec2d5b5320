// PNG, by libpng.
#pragma once

#include "tools/io/image/picture.h"

namespace qopt::io {

bool isPng(Bytes file);
qrt::Expected<PictureHeader> parsePngHeader(Bytes file);
/// `parsePngHeader` and the check of its sizes come first.
qrt::Expected<Picture> decodePng(Bytes file);

} // namespace qopt::io
