// Pipelines as text.
#pragma once

#include "runtime/numerics/types/status.h"

#include "llvm/ADT/StringRef.h"

namespace qopt {

/// Checks that runPasses (qopt_mlir.h) knows these passes and takes their options, before there is
/// a module.
qrt::Status checkPasses(llvm::StringRef pipeline);

} // namespace qopt
