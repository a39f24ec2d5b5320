// Our passes refuse an option that they do not have, and name those that they have.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <string>
#include <vector>

namespace qopt {

class ModulePass : public mlir::OperationPass<mlir::ModuleOp> {
public:
  using Report = llvm::function_ref<mlir::LogicalResult(const llvm::Twine &)>;
  mlir::LogicalResult initializeOptions(llvm::StringRef options, Report report) override;

protected:
  explicit ModulePass(mlir::TypeID id) : OperationPass(id) {}
  ModulePass(const ModulePass &other) : OperationPass(other) {}

private:
  /// Adds an option of its own to find the others by: for instances that run no more.
  std::vector<std::string> optionNames(bool withLists = true);
};

} // namespace qopt
