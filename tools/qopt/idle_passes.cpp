#include "tools/qopt/idle_passes.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::tool {

class IdlePasses::Watch : public PassInstrumentation {
public:
  explicit Watch(std::shared_ptr<Seen> seen) : seen(std::move(seen)) {}

  void runBeforePass(Pass *, Operation *op) override {
    seen->spoke = false;
    before.emplace(op);
  }
  void runAfterPass(Pass *pass, Operation *op) override {
    if (before && *before == OperationFingerPrint(op) && !seen->spoke)
      seen->idle.push_back("--" + pass->getArgument().str());
  }

private:
  std::shared_ptr<Seen> seen;
  std::optional<OperationFingerPrint> before;
};

IdlePasses::IdlePasses(ModuleOp module, PassManager &manager)
    : module(module), listener(module->getContext(), [seen = seen](Diagnostic &) {
        seen->spoke = true;
        return failure(); // it is not ours to print
      }) {
  manager.addInstrumentation(std::make_unique<Watch>(seen));
}

void IdlePasses::report() const {
  if (!seen->idle.empty())
    emitRemark(module->getLoc()) << "found nothing to do: " << llvm::join(seen->idle, ", ");
}

} // namespace qopt::tool
