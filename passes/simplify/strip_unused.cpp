// Dead operations, constants, and functions that nobody calls.
#include "ir/values/keys.h"
#include "passes/passes.h"

#include "mlir/IR/Iterators.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_STRIPUNUSED
#include "passes/passes.h.inc"
namespace {

struct StripUnused : impl::StripUnusedBase<StripUnused> {
  using StripUnusedBase::StripUnusedBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    // One that goes may have been the only caller of another.
    for (bool changed = true; changed;) {
      changed = false;
      for (auto function : llvm::make_early_inc_range(module.getOps<func::FuncOp>()))
        if (function.isPrivate() && !function->hasAttr(entryAttr) &&
            SymbolTable::symbolKnownUseEmpty(function, module)) {
          function.erase();
          changed = true;
        }
    }
    // Users come after their operands, so one walk backwards removes chains.
    module->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
      if (isOpTriviallyDead(op))
        op->erase();
    });
  }
};

} // namespace
} // namespace qopt
