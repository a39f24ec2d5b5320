// Passes that were asked for and found nothing to do are said, in one remark.
#pragma once

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Pass/PassInstrumentation.h"
#include "mlir/Pass/PassManager.h"

#include <memory>
#include <string>
#include <vector>

namespace qopt::tool {

/// Watches the passes of a manager. One that has said something itself is not counted.
class IdlePasses {
public:
  IdlePasses(mlir::ModuleOp module, mlir::PassManager &manager);
  void report() const;

private:
  class Watch;
  struct Seen {
    bool spoke = false;
    std::vector<std::string> idle;
  };
  mlir::ModuleOp module;
  std::shared_ptr<Seen> seen = std::make_shared<Seen>();
  mlir::ScopedDiagnosticHandler listener;
};

} // namespace qopt::tool
