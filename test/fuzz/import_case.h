// A damaged model, imported and judged.
#pragma once

#include "importers/common/import.h"
#include "test/fuzz/cases.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"

#include <memory>

namespace qopt::test {

class ImportJudge {
public:
  using Import =
      llvm::function_ref<mlir::OwningOpRef<mlir::ModuleOp>(mlir::MLIRContext *, ImportFailure &)>;
  /// It must be refused in words (a bad file in one error), or become a module that verifies and,
  /// where it is small, runs. An empty string, or what went wrong.
  std::string judge(Import import, Random &random);

  unsigned imported = 0, unsupported = 0, refused = 0;

private:
  std::unique_ptr<mlir::MLIRContext> context;
  unsigned cases = 0;
};

} // namespace qopt::test
