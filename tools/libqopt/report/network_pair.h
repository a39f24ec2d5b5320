// Checks that two networks are a float one and the quantized one that was made of it.
#pragma once

#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

/// Fails where `floats` computes on steps: it is no float network, or the two are given in the
/// wrong order. Warns where they were imported from different model files, take other inputs or
/// share few values, by the reports of `quantized`.
qrt::Status checkPair(const Loaded &floats, const Loaded &quantized);

} // namespace qopt::run
