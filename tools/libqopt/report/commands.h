// The commands that make a page, and those that give its parts one by one.
#pragma once

#include "tools/libqopt/report/make_report.h"

namespace qopt::run {

/// `qrun report` itself; where there are samples, `qrun eval`, `qrun compare` and `qrun bench` that
/// say the same of the networks.
std::vector<std::string> reportCommands(const ReportInputs &inputs, const ReportOptions &options);

} // namespace qopt::run
