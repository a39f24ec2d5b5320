#include "passes/simplify/structures.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/stored_values.h"
#include "ir/values/weights.h"

#include "llvm/Support/xxhash.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

Structure Structures::of(Operation *op, llvm::function_ref<Value(Value)> standsFor) {
  Structure structure{op->getName().getAsOpaquePointer()};
  for (Value operand : op->getOperands())
    structure.push_back(standsFor(operand).getAsOpaquePointer());
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
Attribute Structures::sameBytes(ElementsAttr value) {
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

} // namespace qopt
