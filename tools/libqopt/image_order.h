// The order in which formats have images.
#pragma once

#include <string_view>

namespace qopt {

/// Returns whether a format's files have images channels last; a module has them as its file had.
bool hasImagesLast(std::string_view format);

} // namespace qopt
