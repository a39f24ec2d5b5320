// A file keeps what a search measured, so that a later one goes on from there.
#pragma once

#include "tools/libqopt/flows/search/result/error_memory.h"

namespace qopt::run {

/// The file has a line of JSON for each network: {"search": "<sum of networks and samples>"} first,
/// then {"types": "ff8f", "noise": […], "errors": […]}. A line that was cut by the end of a process
/// is left out. It is read when the search begins to measure, and a file of another search is an
/// error, whose message says what to do.
ErrorMemory journalIn(const std::string &path);

} // namespace qopt::run
