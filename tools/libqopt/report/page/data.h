// Writes the data that a page's script reads.
#pragma once

#include "tools/libqopt/report/page/facts.h"

namespace qopt::run {

/// A JSON document; tools/libqopt/report/page/elements.js says what is in it.
std::string pageData(const PageFacts &facts);

} // namespace qopt::run
