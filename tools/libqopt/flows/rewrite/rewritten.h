// Networks made of one another in memory.
#pragma once

#include "passes/calibrate/calibration.h"
#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

/// A copy in a context of its own, which goes with what is made of it: another one's weights stay.
qrt::Expected<Loaded> apart(const Loaded &source, std::shared_ptr<Reports> reports);

enum class Warnings { Told, Kept };

/// A copy of `source`, called `name`, with these ranges, where there are some, behind these passes.
qrt::Expected<Loaded> rewritten(const Loaded &source, const std::string &name,
                                const Calibration *ranges, const std::string &passes,
                                Warnings warnings = Warnings::Told);

} // namespace qopt::run
