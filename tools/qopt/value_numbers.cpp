#include "tools/qopt/value_numbers.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::tool {

bool isIdentity(StringRef attribute) {
  static constexpr StringLiteral names[] = {nn::nameAttr, nn::absorbedAttr, nn::tensorAttr,
                                            nn::rangeAttr};
  return llvm::is_contained(names, attribute);
}

static Attribute computingAttributes(Operation *op) {
  SmallVector<NamedAttribute> attributes;
  for (NamedAttribute attribute : op->getAttrDictionary())
    if (!isIdentity(attribute.getName()))
      attributes.push_back(attribute);
  return DictionaryAttr::get(op->getContext(), attributes);
}

ValueNumbers::Number ValueNumbers::next(Signature signature) {
  auto [place, isNew] = known.try_emplace(std::move(signature), last + 1);
  last += isNew;
  return place->second;
}

ValueNumbers::Number ValueNumbers::numberOf(Operation *op) {
  if (op->getNumRegions())
    return ++last;
  std::vector<const void *> types;
  for (Type type : op->getResultTypes())
    types.push_back(type.getAsOpaquePointer());
  const void *kind = op->getName().getAsOpaquePointer();
  if (isa<nn::ConstantOp>(op))
    if (auto tensor = nn::storedConstant(op->getResult(0)))
      return next({kind, nullptr, std::move(types), {}, nn::contentKey(*tensor)});
  std::vector<Number> operands;
  for (Value operand : op->getOperands())
    operands.push_back(of(operand));
  return next({kind, computingAttributes(op).getAsOpaquePointer(), std::move(types),
               std::move(operands), ""});
}

void ValueNumbers::add(func::FuncOp function) {
  auto numberValue = [&](Value value, const char *what, Number of, unsigned index) {
    numbers[value] = next({what, nullptr, {}, {of, Number(index)}, ""});
  };
  static constexpr char argument[] = "argument", result[] = "result"; // known by their addresses
  for (BlockArgument value : function.getArguments())
    numberValue(value, argument, 0, value.getArgNumber());
  for (Operation &op : function.front().without_terminator()) {
    const Number number = layers[&op] = numberOf(&op);
    for (OpResult value : op.getResults())
      numberValue(value, result, number, value.getResultNumber());
  }
}

} // namespace qopt::tool
