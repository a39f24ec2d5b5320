#include "ir/values/stated_precision.h"

using namespace mlir;

namespace qopt::nn {

static constexpr StatedPrecision all[] = {StatedPrecision::Float, StatedPrecision::Half,
                                          StatedPrecision::Int8, StatedPrecision::Int16};

StringRef precisionName(StatedPrecision precision) {
  switch (precision) {
  case StatedPrecision::Float: return "float";
  case StatedPrecision::Half: return "half";
  case StatedPrecision::Int8: return "int8";
  case StatedPrecision::Int16: return "int16";
  }
  llvm_unreachable("all precisions are named");
}

std::optional<StatedPrecision> parsePrecision(StringRef name) {
  for (StatedPrecision precision : all)
    if (precisionName(precision) == name)
      return precision;
  return std::nullopt;
}

StatedPrecisions statedPrecisions(func::FuncOp entry) {
  StatedPrecisions precisions;
  if (auto stated = entry->getAttrOfType<DictionaryAttr>(precisionsAttr))
    for (NamedAttribute one : stated)
      precisions[one.getName().str()] =
          *parsePrecision(cast<StringAttr>(one.getValue()).getValue());
  return precisions;
}

void setStatedPrecisions(func::FuncOp entry, const StatedPrecisions &precisions) {
  if (precisions.empty())
    return;
  Builder builder(entry.getContext());
  SmallVector<NamedAttribute> entries;
  for (const auto &[key, precision] : precisions)
    entries.push_back(builder.getNamedAttr(key, builder.getStringAttr(precisionName(precision))));
  entry->setAttr(precisionsAttr, builder.getDictionaryAttr(entries));
}

LogicalResult verifyPrecisions(Operation *op, Attribute value) {
  auto stated = dyn_cast<DictionaryAttr>(value);
  bool fits =
      isa<FunctionOpInterface>(op) && stated && llvm::all_of(stated, [](NamedAttribute one) {
        auto name = dyn_cast<StringAttr>(one.getValue());
        return name && parsePrecision(name.getValue());
      });
  return fits ? success()
              : op->emitError("nn.precisions of a function says float, half, int8 or int16 of "
                              "layers by name");
}

} // namespace qopt::nn
