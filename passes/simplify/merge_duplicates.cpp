// Common subexpressions by structural equality; keys and ranges do not count.
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"
#include "passes/passes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/xxhash.h"

#include <map>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
#define GEN_PASS_DEF_MERGEDUPLICATES
#include "passes/passes.h.inc"
namespace {

// Operations of the same structure compute the same values. Attributes, types and names are uniqued
// in the context, so pointers decide equality.
using Structure = std::vector<const void *>;

class Merger {
public:
  Merger(Block &block, bool explain) : explain(explain) {
    for (Value value : block.getTerminator()->getOperands())
      returned.insert(value.getDefiningOp()); // null for an argument
  }

  void visit(Operation *op) {
    if (!isMemoryEffectFree(op) || op->getNumResults() == 0 || op->getNumRegions() != 0)
      return;
    auto [first, isNew] = known.try_emplace(structureOf(op), op);
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
  Structure structureOf(Operation *op) {
    Structure structure{op->getName().getAsOpaquePointer()};
    for (Value operand : op->getOperands())
      structure.push_back(operand.getAsOpaquePointer());
    structure.push_back(nullptr); // operands end, result types begin
    for (Type type : op->getResultTypes())
      structure.push_back(type.getAsOpaquePointer());
    NamedAttrList attributes(op->getAttrDictionary());
    for (StringRef name : {nameAttr, rangeAttr, absorbedAttr, tensorAttr})
      attributes.erase(name);
    if (auto constant = dyn_cast<ConstantOp>(op))
      attributes.set("value", sameBytes(constant.getValue()));
    structure.push_back(attributes.getDictionary(op->getContext()).getAsOpaquePointer());
    return structure;
  }

  // The first attribute of this type that holds the same bytes.
  Attribute sameBytes(ElementsAttr value) {
    std::optional<qrt::Tensor> tensor = splatValue(value);
    if (!tensor)
      tensor = tensorOf(value);
    if (!tensor)
      return value;
    llvm::StringRef bytes(static_cast<const char *>(tensor->data()), tensor->bytes());
    // Values that are all one are found by the first of them, as a splat is.
    const size_t width = qrt::byteWidth(tensor->type());
    if (bytes.size() > width && bytes.drop_front(width) == bytes.drop_back(width))
      bytes = bytes.take_front(width);
    auto &candidates = constants[{value.getType().getAsOpaquePointer(), llvm::xxh3_64bits(bytes)}];
    for (auto &[attribute, other, otherBytes] : candidates)
      if (otherBytes == bytes)
        return attribute;
    candidates.push_back({value, *tensor, bytes});
    return value;
  }

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
  // Constants are kept by type and hash: a large network has many of one type.
  struct Known {
    Attribute attribute;
    qrt::Tensor tensor; // which keeps the bytes
    llvm::StringRef bytes;
  };
  std::map<std::pair<const void *, uint64_t>, std::vector<Known>> constants;
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
