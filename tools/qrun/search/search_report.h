// These functions tell the result of a search: as tables, as JSON, and as a picture.
#pragma once

#include "tools/libqopt/flows/search/search_flow.h"

#include "llvm/Support/JSON.h"

namespace qopt::run {

/// Returns the SQNR of an error's power over the output's, in dB.
double decibelsOf(double noise);

void printSearch(const SearchResult &result, llvm::raw_ostream &stream);
/// {"chosen", "batch", "rounds", "samples": {"measured", "choosing", "judging"}, "front",
/// "front_cut", "cut_short", "predictions": {"noise", "mixed_noise", "mixed_time": {"networks",
/// "rank_correlation", "median_ratio"}}, "dropped": […], "layers": […], "pairs": […],
/// "results": […]}: docs/reference/json.md says what they are.
void writeSearch(const SearchResult &result, llvm::json::OStream &json);
/// An SVG of time and error: each network a dot with its name, filled where it is within the
/// bounds, the chosen one ringed; what was predicted of mixed ones is a line to a cross.
void drawSearch(const SearchResult &result, llvm::raw_ostream &stream);

} // namespace qopt::run
