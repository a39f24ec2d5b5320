// The model formats that are read: one row each.
#pragma once

#include "importers/common/import.h"

#include <string>
#include <vector>

namespace qopt {

struct Format {
  llvm::StringLiteral name;  // as --from= says it
  llvm::StringLiteral title; // as sentences say it
  llvm::ArrayRef<llvm::StringLiteral> extensions;
  ImportFunction *import;
  /// Says whether weights may lie in a second file (ImportOptions::weights).
  bool takesWeights = false;
  /// Says whether the network has phases and stages (ImportOptions::phase).
  bool hasPhases = false;
  /// The format has images channels last.
  bool hasImagesLast = false;
  /// Files that a model's file names as its own, where they are looked for, whether or not they are
  /// there; none of a file that cannot be read. Null where a model is one file.
  std::vector<std::string> (*ownFiles)(const std::string &path) = nullptr;
};

llvm::ArrayRef<Format> formats();
/// Null for names, and for extensions, that none has.
const Format *findFormat(llvm::StringRef name);
const Format *formatOfFile(llvm::StringRef path);

/// The file through its format's import; refuses first what the options say of files that the
/// format has not: a second file of weights, a phase.
mlir::OwningOpRef<mlir::ModuleOp> importModel(const Format &format, mlir::MLIRContext *context,
                                              const std::string &path, const ImportOptions &options,
                                              ImportFailure &failure);

} // namespace qopt
