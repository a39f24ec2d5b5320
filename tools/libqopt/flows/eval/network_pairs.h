// Warns of two networks whose answers cannot be two forms of one.
#pragma once

#include "tools/libqopt/flows/feed/subject.h"

namespace qopt::run {

/// A warning where two networks normalize their samples differently.
void warnOfPreprocessing(const Subject &subject, const Subject &other);

/// A warning where two modules were made of different model files.
void warnOfSources(const Loaded &model, const Loaded &other);

} // namespace qopt::run
