// Chooses the outputs of a network that are judged, and those of another network that stand beside
// them.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"

namespace qopt::run {

/// Fails, with a message that begins with --output-name, where a network that messages call `path`
/// has no output of such a name, or one is named twice.
qrt::Status checkOutputNames(const std::string &path, llvm::ArrayRef<Port> outputs,
                             llvm::ArrayRef<std::string> names);

/// Chooses the outputs `names`, in this order, or all but those whose length the data decide;
/// labels are of the first that may tell classes. Checks the names.
qrt::Status chooseOutputs(Contender &contender, llvm::ArrayRef<std::string> names);

/// Chooses the outputs that stand beside the baseline's: by name where there are all of them, in
/// their order where there are as many others.
qrt::Status chooseOutputsLike(Contender &contender, const Contender &baseline,
                              llvm::ArrayRef<std::string> names);

} // namespace qopt::run
