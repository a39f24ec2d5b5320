// A loss says how much worse a network is than another, output by output, and gates how much it may
// be.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/eval/gates.h"

namespace qopt::run {

/// Fails where only one of two outputs tells classes, or where neither does and they are not of one
/// size. Without labels the baseline is right, as it is on outputs that labels are not of.
qrt::Expected<Loss> lossOf(const Contender &contender, const Contender &baseline,
                           const std::vector<int64_t> &labels);

/// Returns whether the gates ask for classes.
Classes classesFor(const Gates &gates);
/// Says so where the drop holds, and its interval reaches past --max-drop.
void noteInterval(const Gates &gates, const Loss &loss, const Reports &reports);
/// Names the outputs that none of the gates is about.
void noteUnbound(const Gates &gates, const Loss &loss, const Reports &reports);

} // namespace qopt::run
