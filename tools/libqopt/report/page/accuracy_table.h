// The words and tables of a page that are not about layers.
#pragma once

#include "tools/libqopt/report/page/facts.h"

namespace qopt::run {

/// Rows of cells, the first a header; empty where there is nothing to say.
using TextTable = std::vector<std::vector<std::string>>;

/// A row for each network that was judged.
TextTable accuracyTable(const PageFacts &facts);
/// Returns flips and SQNR of each output, where there are several.
TextTable outputsTable(const PageFacts &facts);
/// Labels and values: the networks, the device, samples, how ranges were measured.
std::vector<std::pair<std::string, std::string>> summaryLines(const PageFacts &facts);

} // namespace qopt::run
