// This pass gives layers short names that say nothing; callers keep the names that they know.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/results.h"
#include "passes/passes.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_OBFUSCATENAMES
#include "passes/passes.h.inc"
namespace {

// "a" to "z", then "aa", …
std::string shortName(size_t number) {
  std::string name;
  for (++number; number > 0; number = (number - 1) / 26)
    name.insert(name.begin(), char('a' + (number - 1) % 26));
  return name;
}

struct ObfuscateNames : impl::ObfuscateNamesBase<ObfuscateNames> {
  using ObfuscateNamesBase::ObfuscateNamesBase;

  void obfuscate(func::FuncOp function) {
    // Once they are stated, the results' names no longer follow from the layers'.
    const std::vector<std::string> outputs = outputNames(function);
    if (!outputs.empty())
      setOutputNames(function, outputs);
    llvm::StringSet<> kept;
    for (const std::string &name : outputs)
      kept.insert(name);
    for (const std::string &name : inputNames(function))
      kept.insert(name);
    size_t next = 0;
    function.walk([&](Operation *op) {
      op->removeAttr(absorbedAttr);
      op->removeAttr(tensorAttr);
      if (nameOf(op).empty())
        return;
      std::string name = shortName(next++);
      while (kept.contains(name))
        name = shortName(next++);
      setName(op, name);
    });
  }

  void runOnOperation() override {
    getOperation()->removeAttr(sourceAttr);
    for (auto function : getOperation().getOps<func::FuncOp>())
      obfuscate(function);
  }
};

} // namespace
} // namespace qopt
