// Networks made of one another in memory.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

enum class Warnings { Told, Kept };

/// A copy of `source`, called `name`, with these ranges, where there are some, behind these passes.
qrt::Expected<Loaded> rewritten(const Loaded &source, const std::string &name,
                                const Calibration *ranges, const std::string &passes,
                                Warnings warnings = Warnings::Told);

} // namespace qopt::run
