#include "passes/rewrite.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

StringRef text(Promise promise) {
  switch (promise) {
  case Promise::SameBits: return "same bits";
  case Promise::F32Rounding: return "f32 rounding";
  case Promise::Approximation: break;
  }
  return "approximation";
}

// Says what is applied, where and under which promise.
class Narrator : public RewriterBase::Listener {
public:
  explicit Narrator(ArrayRef<Rewrite> known) : known(known) {}

  void notifyPatternBegin(const Pattern &pattern, Operation *op) override {
    layer = layerName(op);
    place = op->getLoc();
  }
  void notifyPatternEnd(const Pattern &pattern, LogicalResult status) override {
    auto isIt = [&](const Rewrite &rewrite) { return rewrite.name == pattern.getDebugName(); };
    if (succeeded(status))
      emitRemark(*place) << pattern.getDebugName() << " ("
                         << text(llvm::find_if(known, isIt)->promise) << "): '" << layer << "'";
  }

private:
  ArrayRef<Rewrite> known;
  std::string layer;
  std::optional<Location> place;
};

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

static LogicalResult checkNames(Operation *module, ArrayRef<Rewrite> known,
                                ArrayRef<std::string> without) {
  for (const std::string &name : without)
    if (llvm::none_of(known, [&](const Rewrite &rewrite) { return rewrite.name == name; })) {
      auto names =
          llvm::map_range(known, [](const Rewrite &rewrite) { return rewrite.name.str(); });
      return emitError(module->getLoc()) << "without=: there is no rewrite '" << name
                                         << "' here; there are " << llvm::join(names, ", ");
    }
  return success();
}

LogicalResult Rewrites::apply(Operation *module, const RewriteOptions &options) && {
  if (failed(checkNames(module, known, options.without)))
    return failure();
  FrozenRewritePatternSet frozen(std::move(patterns), options.without);
  GreedyRewriteConfig config;
  config.enableFolding(false)
      .enableConstantCSE(false)
      .setUseTopDownTraversal()
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .setMaxIterations(64);
  Narrator narrator(known);
  if (options.explain)
    config.setListener(&narrator);
  if (failed(applyPatternsGreedily(module, frozen, config)))
    return mlir::emitError(module->getLoc(),
                           "the pass's rewrites did not come to an end: they undo each other; "
                           "--explain shows which were applied, and without=NAME leaves one out");
  if (!options.explain)
    return success();
  // Nothing is left to rewrite: what patterns say now is final.
  ReasonListener listener;
  return applyPatternsGreedily(module, frozen, config.setListener(&listener));
}

void takeIdentity(Operation *to, Operation *from) {
  assert(to->getNumResults() == from->getNumResults());
  for (StringRef name : {nameAttr, rangeAttr, absorbedAttr, tensorAttr}) {
    to->removeAttr(name);
    if (Attribute value = from->getAttr(name))
      to->setAttr(name, value);
  }
}

std::string FreshNames::unique(Operation *place, StringRef base) {
  Operation *function = place->getParentOfType<func::FuncOp>();
  std::unique_ptr<NameTable> &table = tables[function];
  if (!table)
    table = std::make_unique<NameTable>(function);
  return table->unique(base);
}

std::string FreshNames::forCopy(Operation *constant) {
  return constant->hasOneUse() ? nameOf(constant).str() : unique(constant, nameOf(constant));
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
