// Texts of pages and drawings, which lie beside the sources as files of their own kinds.
#pragma once

#include <string_view>

namespace qopt::drawing {

/// Returns the text of the file of this name, which must be there.
std::string_view assetText(std::string_view name);

} // namespace qopt::drawing
