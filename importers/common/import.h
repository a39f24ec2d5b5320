// Options and results of every format's import.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// A shape that an input is bound to by name.
struct InputShape {
  std::string input;
  std::vector<std::optional<int64_t>> sizes; // none: stays as the model has it
};
struct InputValues {
  std::string input;
  std::vector<double> values; // as many as the input has elements
};

struct ImportOptions {
  /// Cut the graph: value names that become inputs or outputs; empty: the model's own.
  std::vector<std::string> inputs, outputs;
  /// Sizes for dynamic dimensions; a symbol that several share is bound in all.
  std::vector<InputShape> shapes;
  /// Inputs that become constants.
  std::vector<InputValues> values;
  /// A leading dimension of 1 of every input becomes the batch.
  bool freesBatch = false;
  /// The batch is freed on trial, and nobody asked for it: what is in the way is no fault of an
  /// option.
  bool triesBatch = false;
  /// Imports the entry's inputs and no layer: names, types and sizes, whatever becomes of the rest.
  bool inputsAlone = false;
  /// Told of each operator, or use of one, that is not supported, with the layers concerned.
  std::function<void(const std::string &what, const std::vector<std::string> &layers)>
      onUnsupported;
  /// The second file of formats that keep their weights apart.
  std::string weights;
  /// The phase and stages that choose the layers of a network for training and testing: "test"
  /// (also where nothing is said) or "train", and the stages that are on.
  std::string phase;
  std::vector<std::string> stages;
  /// They are said of several networks, one of which has them.
  bool stagesMayBeOthers = false;
};

enum class ImportFailure { None, BadFile, Unsupported };

/// Null after diagnostics at `path` (and the layer's own name); `failure` then
/// tells a damaged or wrong file from operators that are not supported.
using ImportFunction = mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *context,
                                                         const std::string &path,
                                                         const ImportOptions &options,
                                                         ImportFailure &failure);

/// An error, a warning or a remark about the whole file.
mlir::InFlightDiagnostic fileError(mlir::MLIRContext *context, const std::string &path);
mlir::InFlightDiagnostic fileWarning(mlir::MLIRContext *context, const std::string &path);
mlir::InFlightDiagnostic fileRemark(mlir::MLIRContext *context, const std::string &path);
/// `status`, which is an error, as a diagnostic and a failure.
ImportFailure refuseFile(mlir::MLIRContext *context, const std::string &path,
                         const qrt::Status &status);

} // namespace qopt
