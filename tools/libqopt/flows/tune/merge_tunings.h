// Databases of measurements, made by several calls of tune at once, become one.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <string>
#include <vector>

namespace qopt {

/// Writes the rows of all `parts` into the database `output`, which is made where there is none,
/// and whose own rows are a part, too. Its rows are those that one call which measured all of them
/// would have left, in whichever order they are given. If several rows are of one configuration,
/// one is taken: of this build's kernels, if there is one; a refusal, since other answers are wrong
/// ones whoever got them; else of more runs, and then the faster. Returns how many rows the
/// database has. Errors name the file.
qrt::Expected<int64_t> mergeTunings(const std::vector<std::string> &parts,
                                    const std::string &output);

} // namespace qopt
