#include "passes/rewrite.h"

#include "ir/keys.h"
#include "ir/ops.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <set>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

// Keeps each reason once: the driver asks a pattern many times.
class ReasonListener : public RewriterBase::Listener {
public:
  void notifyMatchFailure(Location loc, function_ref<void(Diagnostic &)> reason) override {
    Diagnostic diagnostic(loc, DiagnosticSeverity::Remark);
    reason(diagnostic);
    if (seen.insert({loc.getAsOpaquePointer(), diagnostic.str()}).second)
      emitRemark(loc) << diagnostic.str();
  }

private:
  std::set<std::pair<const void *, std::string>> seen;
};

} // namespace

LogicalResult applyPatterns(Operation *module, RewritePatternSet &&patterns, bool explain) {
  FrozenRewritePatternSet frozen(std::move(patterns));
  GreedyRewriteConfig config;
  config.enableFolding(false)
      .enableConstantCSE(false)
      .setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .setMaxIterations(64);
  if (failed(applyPatternsGreedily(module, frozen, config)))
    return mlir::emitError(module->getLoc(), "rewriting did not come to an end");
  if (!explain)
    return success();
  // Nothing is left to rewrite: what patterns say now is final.
  ReasonListener listener;
  return applyPatternsGreedily(module, frozen, config.setListener(&listener));
}

void takeIdentity(Operation *to, Operation *from) {
  assert(to->getNumResults() == from->getNumResults());
  for (StringRef name : {nameAttr, rangeAttr, absorbedAttr}) {
    to->removeAttr(name);
    if (Attribute value = from->getAttr(name))
      to->setAttr(name, value);
  }
}

std::string nameForCopy(Operation *constant) {
  if (constant->hasOneUse())
    return nameOf(constant).str();
  return NameTable(constant->getParentOfType<func::FuncOp>()).unique(nameOf(constant));
}

Operation *verified(Operation *candidate, std::string &refusal) {
  ScopedDiagnosticHandler handler(candidate->getContext(), [&](Diagnostic &diagnostic) {
    if (refusal.empty())
      refusal = diagnostic.str();
    return success();
  });
  if (succeeded(verify(candidate)))
    return candidate;
  candidate->destroy();
  return nullptr;
}

Operation *verifiedClone(Operation *op, ValueRange operands, ArrayRef<Type> results,
                         std::string &refusal) {
  Operation *clone = op->clone();
  clone->setOperands(operands);
  for (auto [result, type] : llvm::zip_equal(clone->getResults(), results))
    if (type)
      result.setType(type);
  return verified(clone, refusal);
}

void eraseUnusedConstants(Operation *function) {
  function->walk([](ConstantOp constant) {
    if (constant->use_empty())
      constant->erase();
  });
}

} // namespace qopt
