// The transforms of TensorFlow's Graph Transform Tool by their own names, on any module: each is
// made of passes that exist (docs/graph-transforms.md).
#pragma once

#include "passes/transforms/text.h"

#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace qopt {

/// Names and arguments against what each transform has: unknown ones (with a near name), an
/// argument that stands twice, values that are no number, transforms that have no meaning here and
/// what stands for them. The first error, with its column.
qrt::Status checkTransforms(const std::vector<Transform> &transforms);

/// Sizes that strip_unused_nodes states for inputs, by their names; "" is every input without its
/// own. For the import: --shape says the same.
std::map<std::string, std::string> statedSizes(const std::vector<Transform> &transforms);

/// Runs them in their order. One with ignore_errors=true leaves the module as it was where it
/// fails, and its errors become warnings. Failure after diagnostics.
mlir::LogicalResult runTransforms(mlir::ModuleOp module, const std::vector<Transform> &transforms);

/// All names, for documentation and tests.
std::vector<std::string> transformNames();

} // namespace qopt
