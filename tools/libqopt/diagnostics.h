// MLIR's diagnostics as text for people: file, place, layer, message.
#pragma once

#include "runtime/numerics/types/status.h"

#include "mlir/IR/Diagnostics.h"

#include <string>

namespace qopt {

/// "net.mlir:12:3: error: …", notes on lines of their own below it. A layer of an
/// imported model knows no file: `file` is named for it, and it gives
/// "net.onnx: layer 'conv1': error: …".
std::string renderDiagnostic(mlir::Diagnostic &diagnostic, llvm::StringRef file = {});

/// Keeps the errors of its scope; warnings and remarks go on to the handler
/// outside, or to standard error.
class ErrorCollector {
public:
  /// `file` as for renderDiagnostic.
  explicit ErrorCollector(mlir::MLIRContext *context, std::string file = {});
  /// Returns the collected errors as a status, or `fallback` where nobody said why.
  qrt::Status status(qrt::StatusCode code, const std::string &fallback) const;

private:
  std::string text;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace qopt
