// Common subexpressions by structural equality; keys and ranges do not count.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "passes/passes.h"
#include "passes/simplify/structures.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

#include <map>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_MERGEDUPLICATES
#include "passes/passes.h.inc"
namespace {

class Merger {
public:
  Merger(Block &block, bool explain) : explain(explain) {
    for (Value value : block.getTerminator()->getOperands())
      returned.insert(value.getDefiningOp()); // null for an argument
  }

  void visit(Operation *op) {
    if (!isMemoryEffectFree(op) || op->getNumResults() == 0 || op->getNumRegions() != 0)
      return;
    auto [first, isNew] = known.try_emplace(structures.of(op, [](Value own) { return own; }), op);
    if (!isNew)
      merge(first->second, op);
  }

  // Writes the names at last and at once: a list that grew by each would be written as often.
  void finish() {
    for (auto &[kept, names] : absorbed) {
      llvm::SetVector<Attribute> all;
      if (auto list = kept->getAttrOfType<ArrayAttr>(absorbedAttr))
        all.insert(list.begin(), list.end());
      all.insert(names.begin(), names.end());
      all.remove(kept->getAttr(nameAttr));
      if (!all.empty())
        kept->setAttr(absorbedAttr, ArrayAttr::get(kept->getContext(), all.getArrayRef()));
    }
  }

private:
  void merge(Operation *kept, Operation *dropped) {
    bool isReturned = returned.contains(dropped);
    if (isReturned && !returned.insert(kept).second) {
      if (explain)
        mlir::emitRemark(dropped->getLoc())
            << "'" << layerName(dropped) << "' is not merged with '" << layerName(kept)
            << "': both are results of the function";
      return;
    }
    StringAttr keptName = kept->getAttrOfType<StringAttr>(nameAttr);
    bool takesName = isReturned && keptName && !nameOf(dropped).empty();
    if (takesName)
      kept->setAttr(nameAttr, dropped->getAttr(nameAttr));
    if (!isa<ConstantOp>(kept)) {
      if (auto list = dropped->getAttrOfType<ArrayAttr>(absorbedAttr))
        absorbed[kept].insert(list.begin(), list.end());
      if (Attribute gone = takesName ? keptName : dropped->getAttr(nameAttr))
        absorbed[kept].insert(gone);
    }
    for (auto [own, other] : llvm::zip_equal(kept->getResults(), dropped->getResults()))
      if (std::optional<RangeAttr> range = rangeOf(other); range && !rangeOf(own))
        setRange(own, *range);
    dropped->replaceAllUsesWith(kept);
    dropped->erase();
  }

  bool explain;
  llvm::SmallPtrSet<Operation *, 8>
      returned; // asked of users, each merge would look at all of them
  std::map<Structure, Operation *> known;
  llvm::MapVector<Operation *, llvm::SetVector<Attribute>> absorbed; // names of what disappeared
  Structures structures;
};

struct MergeDuplicates : impl::MergeDuplicatesBase<MergeDuplicates> {
  using MergeDuplicatesBase::MergeDuplicatesBase;
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>())
      for (Block &block : function.getBody()) {
        Merger merger(block, explain);
        for (Operation &op : llvm::make_early_inc_range(block))
          merger.visit(&op);
        merger.finish();
      }
  }
};

} // namespace
} // namespace qopt
