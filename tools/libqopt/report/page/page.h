// A page is one HTML file that needs no other.
#pragma once

#include "tools/libqopt/report/page/facts.h"

namespace qopt::run {

/// Returns the page. Its content security policy admits its own style and script, by their hashes,
/// and nothing else.
std::string pageOf(const PageFacts &facts);

} // namespace qopt::run
