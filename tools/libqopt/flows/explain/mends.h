// Finds mends of what an output loses, by the shares that causes have of it.
#pragma once

#include "tools/libqopt/flows/explain/explain.h"

#include <map>

namespace qopt::run {

/// Returns mends, the one of most gain for its cost first, and none that gains less than 0.05 dB.
/// `widths` says by value how many times its scale the one of its whole measured range is: 1 where
/// nothing is cut off, or nobody knows.
std::vector<Mend> mendsOf(const ExplainedOutput &output,
                          const std::map<std::string, double> &widths);

} // namespace qopt::run
