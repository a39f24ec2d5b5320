#include "ir/values/origin.h"

#include "ir/values/keys.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SHA256.h"

using namespace mlir;

namespace qopt::nn {

StringRef sourceOf(ModuleOp module) {
  auto source = module->getAttrOfType<StringAttr>(sourceAttr);
  return source ? source.getValue() : StringRef();
}

LogicalResult verifySource(Operation *op, Attribute source) {
  auto text = dyn_cast<StringAttr>(source);
  if (!isa<ModuleOp>(op) || !text || text.empty())
    return op->emitError("nn.source must be a string that is not empty, on a module");
  return success();
}

// ---- names of tensors ----

static bool isName(Attribute attribute) {
  auto text = dyn_cast<StringAttr>(attribute);
  return text && !text.empty();
}

StringRef ownTensorName(Value value) {
  auto result = dyn_cast<OpResult>(value);
  Attribute stated = result ? result.getOwner()->getAttr(tensorAttr) : Attribute();
  if (auto list = dyn_cast_or_null<ArrayAttr>(stated))
    stated = result.getResultNumber() < list.size() ? list[result.getResultNumber()] : Attribute();
  auto name = dyn_cast_or_null<StringAttr>(stated);
  return name ? name.getValue() : StringRef();
}

std::string tensorNameOf(Value value) {
  StringRef own = ownTensorName(value);
  return own.empty() ? keyOf(value) : own.str();
}

void setTensorName(OpResult value, StringRef name) {
  Operation *op = value.getOwner();
  auto text = StringAttr::get(op->getContext(), name);
  if (op->getNumResults() == 1)
    return op->setAttr(tensorAttr, text);
  SmallVector<Attribute> names(op->getNumResults(), UnitAttr::get(op->getContext()));
  if (auto list = op->getAttrOfType<ArrayAttr>(tensorAttr); list && list.size() == names.size())
    names.assign(list.begin(), list.end());
  names[value.getResultNumber()] = text;
  op->setAttr(tensorAttr, ArrayAttr::get(op->getContext(), names));
}

LogicalResult verifyTensorNames(Operation *op, Attribute names) {
  if (op->getNumResults() == 1 && isName(names))
    return success();
  auto list = dyn_cast<ArrayAttr>(names);
  if (op->getNumResults() > 1 && list && list.size() == op->getNumResults() &&
      llvm::all_of(list, [](Attribute name) { return isName(name) || isa<UnitAttr>(name); }))
    return success();
  return op->emitError("nn.tensor must be a tensor's name, of several results an array of names "
                       "and unit");
}

// ---- hash ----

std::string moduleHash(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.printGenericOpForm().elideLargeResourceString(0);
  module->print(stream, flags);
  auto digest = llvm::SHA256::hash(
      llvm::ArrayRef<uint8_t>(reinterpret_cast<const uint8_t *>(text.data()), text.size()));
  return llvm::toHex(digest, /*LowerCase=*/true);
}

} // namespace qopt::nn
