// Texts of pages and drawings, which lie beside the sources as files of their own kinds.
#pragma once

#include <string_view>

namespace qopt::drawing {

/// Of the file of this name, which there is.
std::string_view assetText(std::string_view name);

} // namespace qopt::drawing
