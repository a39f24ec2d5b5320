#include "ir/values/part_ranges.h"

using namespace mlir;

namespace qopt::nn {

std::optional<RangeAttr> partRangeOf(Operation *composite, StringRef part) {
  auto ranges = composite->getAttrOfType<DictionaryAttr>(partRangesAttr);
  auto range = ranges ? ranges.getAs<RangeAttr>(part) : RangeAttr();
  return range ? std::optional(range) : std::nullopt;
}

void setPartRange(Operation *composite, StringRef part, double min, double max) {
  NamedAttrList ranges(composite->getAttrOfType<DictionaryAttr>(partRangesAttr));
  ranges.set(part, RangeAttr::get(composite->getContext(), min, max));
  composite->setAttr(partRangesAttr, ranges.getDictionary(composite->getContext()));
}

LogicalResult verifyPartRanges(Operation *op, Attribute value) {
  auto ranges = dyn_cast<DictionaryAttr>(value);
  if (!ranges ||
      !llvm::all_of(ranges, [](NamedAttribute one) { return isa<RangeAttr>(one.getValue()); }))
    return op->emitError("nn.part_ranges must be a dictionary of #nn.range<min, max>");
  if (!isa<CompositeOpInterface>(op))
    return op->emitError("nn.part_ranges belongs to an operation that has parts");
  return success();
}

} // namespace qopt::nn
