// Text inside of markup and scripts: names of layers and files may be any bytes.
#pragma once

#include "llvm/ADT/StringRef.h"

#include <string>

namespace qopt::drawing {

/// Returns the text as XML and HTML take it between tags and in attributes in double quotes: UTF-8
/// (wrong bytes become U+FFFD) without control characters (which become spaces), < > & " ' spelled
/// out.
std::string markupText(llvm::StringRef text);

/// A JSON document as it may stand inside of a <script> element: no '<', '>' or '&', which are
/// escaped in its strings.
std::string scriptJson(llvm::StringRef json);

/// Returns at most so many characters, the middle left out: "layer1…/conv2".
std::string shortened(llvm::StringRef text, size_t most);

} // namespace qopt::drawing
