#include "tools/qopt/same_network.h"

#include "tools/libqopt/diagnostics.h"
#include "tools/qopt/common_form.h"
#include "tools/qopt/value_numbers.h"
#include "tools/qopt/weight_difference.h"

#include "ir/ops.h"
#include "ir/values/keys.h"

#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::tool {
namespace {

std::string attributeText(Attribute attribute) {
  return attribute ? debugString(attribute) : "none";
}

std::string kindOf(Operation *op) { return op->getName().getStringRef().str(); }
std::string layerText(Operation *op) {
  return "layer '" + nn::layerName(op) + "' (" + kindOf(op) + ")";
}

/// "'conv1' (nn.conv2d)"; of an argument "input 'x'".
std::string valueText(Value value) {
  Operation *op = value.getDefiningOp();
  std::string name = nn::keyOf(value).empty() ? "a value" : "'" + nn::keyOf(value) + "'";
  return op ? name + " (" + kindOf(op) + ")" : "input " + name;
}

bool isConstant(Value value) { return isa_and_nonnull<nn::ConstantOp>(value.getDefiningOp()); }

std::vector<Operation *> layersOf(func::FuncOp function) {
  std::vector<Operation *> layers;
  for (Operation &op : function.front().without_terminator())
    if (!isa<nn::ConstantOp>(op))
      layers.push_back(&op);
  return layers;
}

class Comparer {
public:
  Comparer(func::FuncOp first, func::FuncOp second);
  NetworkComparison run();

private:
  using Number = ValueNumbers::Number;

  // These return a difference, or an empty text where there is none.
  std::string inputs();
  std::string layers();
  std::string outputs();
  std::string explain(Operation *op);
  std::string between(Operation *a, Operation *b);
  std::string operandText(Operation *reader, unsigned index, Value a, Value b);
  Operation *counterpartOf(Operation *op);
  void noteIdentity(Operation *a, Operation *b);

  func::FuncOp first, second;
  NetworkComparison result;
  ValueNumbers numbers;
  std::vector<Operation *> layersA, layersB;
  std::map<Number, std::vector<Operation *>> inA, inB;
};

Comparer::Comparer(func::FuncOp first, func::FuncOp second)
    : first(first), second(second), layersA(layersOf(first)), layersB(layersOf(second)) {
  numbers.add(first);
  numbers.add(second);
  for (Operation *op : layersA)
    inA[numbers.of(op)].push_back(op);
  for (Operation *op : layersB)
    inB[numbers.of(op)].push_back(op);
}

std::string inputText(func::FuncOp function, unsigned index, const std::string &name) {
  Attribute preprocess = function.getArgAttr(index, nn::preprocessAttr);
  return "'" + name + "' of " + debugString(function.getArgument(index).getType()) +
         (preprocess ? " with " + debugString(preprocess) : "");
}

std::string Comparer::inputs() {
  std::vector<std::string> a = nn::inputNames(first), b = nn::inputNames(second);
  if (a.size() != b.size())
    return "inputs: " + llvm::join(a, ", ") + " / " + llvm::join(b, ", ");
  for (unsigned i = 0; i < a.size(); ++i) {
    std::string textA = inputText(first, i, a[i]), textB = inputText(second, i, b[i]);
    if (textA != textB)
      return "input " + std::to_string(i) + ": " + textA + " / " + textB;
  }
  return "";
}

std::string Comparer::outputs() {
  std::vector<std::string> a = nn::outputNames(first), b = nn::outputNames(second);
  if (a != b)
    return "outputs: " + llvm::join(a, ", ") + " / " + llvm::join(b, ", ");
  auto valuesA = first.front().getTerminator()->getOperands();
  auto valuesB = second.front().getTerminator()->getOperands();
  for (unsigned i = 0; i < a.size(); ++i) {
    if (numbers.of(valuesA[i]) != numbers.of(valuesB[i]))
      return "output '" + a[i] + "' is " + valueText(valuesA[i]) + " / " + valueText(valuesB[i]);
    if (first.getResultAttr(i, nn::lengthAttr) != second.getResultAttr(i, nn::lengthAttr))
      return "output '" + a[i] + "' has another length";
  }
  if (first->getAttr(nn::fixedPointAttr) != second->getAttr(nn::fixedPointAttr))
    return "one of them uses fixed-point multipliers, or other rules for them";
  return "";
}

void Comparer::noteIdentity(Operation *a, Operation *b) {
  if (nn::nameOf(a) != nn::nameOf(b) && result.renamed++ == 0)
    result.firstRenamed = "'" + nn::layerName(a) + "' / '" + nn::layerName(b) + "'";
  if (a->getAttr(nn::rangeAttr) != b->getAttr(nn::rangeAttr) && result.ranges++ == 0)
    result.firstRange = "'" + nn::layerName(a) + "'";
}

/// The layer of the second module that stands where `op` does in the first: none of the first's
/// own, of its name, or else reading what it reads.
Operation *Comparer::counterpartOf(Operation *op) {
  auto readsTheSame = [&](Operation *other) {
    for (Value operand : op->getOperands())
      if (!isConstant(operand) && llvm::any_of(other->getOperands(), [&](Value read) {
            return numbers.of(read) == numbers.of(operand);
          }))
        return true;
    return false;
  };
  Operation *near = nullptr;
  for (Operation *other : layersB) {
    if (inA.contains(numbers.of(other)))
      continue;
    if (!nn::nameOf(op).empty() && nn::nameOf(op) == nn::nameOf(other))
      return other;
    if (readsTheSame(other) &&
        (!near || (near->getName() != op->getName() && other->getName() == op->getName())))
      near = other;
  }
  return near;
}

std::string Comparer::operandText(Operation *reader, unsigned index, Value a, Value b) {
  if (isConstant(a) && isConstant(b) && a.getType() == b.getType())
    return layerText(reader) + ": weights " + valueText(a) + ": " + weightDifference(a, b);
  std::string typeA = debugString(a.getType()), typeB = debugString(b.getType());
  return layerText(reader) + ": operand " + std::to_string(index) + " is " + valueText(a) +
         (typeA == typeB ? "" : " of " + typeA) + " / " + valueText(b) +
         (typeA == typeB ? "" : " of " + typeB);
}

std::string Comparer::between(Operation *a, Operation *b) {
  if (a->getName() != b->getName())
    return layerText(a) + " is " + layerText(b) + " in the second";
  if (a->getNumRegions())
    return layerText(a) + " holds operations of its own, which are not compared";
  if (a->getNumOperands() != b->getNumOperands())
    return layerText(a) + ": " + std::to_string(a->getNumOperands()) + " operands / " +
           std::to_string(b->getNumOperands());
  for (unsigned i = 0; i < a->getNumOperands(); ++i)
    if (numbers.of(a->getOperand(i)) != numbers.of(b->getOperand(i)))
      return operandText(a, i, a->getOperand(i), b->getOperand(i));
  for (Operation *op : {a, b})
    for (NamedAttribute attribute : op->getAttrDictionary()) {
      StringRef name = attribute.getName();
      if (!isIdentity(name) && a->getAttr(name) != b->getAttr(name))
        return layerText(a) + ": attribute " + name.str() + " is " +
               attributeText(a->getAttr(name)) + " / " + attributeText(b->getAttr(name));
    }
  for (auto [typeA, typeB] : llvm::zip(a->getResultTypes(), b->getResultTypes()))
    if (typeA != typeB)
      return layerText(a) + ": type " + debugString(typeA) + " / " + debugString(typeB);
  return layerText(a) + ": " + std::to_string(a->getNumResults()) + " results / " +
         std::to_string(b->getNumResults());
}

std::string Comparer::explain(Operation *op) {
  Operation *other = counterpartOf(op);
  return other ? between(op, other) : layerText(op) + " is in the first alone";
}

std::string Comparer::layers() {
  for (Operation *op : layersA)
    if (!inB.contains(numbers.of(op)))
      return explain(op);
  for (Operation *op : layersB)
    if (!inA.contains(numbers.of(op)))
      return layerText(op) + " is in the second alone";
  for (Operation *op : layersA) {
    const std::vector<Operation *> &twinsA = inA[numbers.of(op)], &twinsB = inB[numbers.of(op)];
    if (twinsA.size() != twinsB.size())
      return layerText(op) + " is computed " + std::to_string(twinsA.size()) + " times / " +
             std::to_string(twinsB.size()) + " times";
  }
  return "";
}

NetworkComparison Comparer::run() {
  for (auto what : {&Comparer::inputs, &Comparer::layers, &Comparer::outputs})
    if (result.difference = (this->*what)(); !result.difference.empty())
      return std::move(result);
  result.layers = int64_t(layersA.size());
  std::map<Number, size_t> met; // twins in the order in which they stand
  for (Operation *op : layersA) {
    Number number = numbers.of(op);
    noteIdentity(op, inB[number][met[number]++]);
  }
  return std::move(result);
}

} // namespace

qrt::Expected<NetworkComparison> compareNetworks(ModuleOp first, ModuleOp second) {
  ErrorCollector errors(first->getContext());
  func::FuncOp a = nn::entryOf(first), b = nn::entryOf(second);
  if (!a || !b)
    return errors.status(qrt::StatusCode::InvalidArgument, "a module has no entry");
  return Comparer(a, b).run();
}

qrt::Expected<NetworkComparison> compareAcrossFormats(ModuleOp first, ModuleOp second) {
  OwningOpRef<ModuleOp> a = cast<ModuleOp>(first->clone()), b = cast<ModuleOp>(second->clone());
  for (ModuleOp module : {*a, *b})
    if (func::FuncOp entry = nn::entryOf(module))
      toCommonForm(entry);
  return compareNetworks(*a, *b);
}

} // namespace qopt::tool
