#include "tools/libqopt/report/drawing/network.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "tools/libqopt/report/drawing/markup.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace qopt::drawing {
namespace {

std::string typeText(Type type) {
  const auto element = nn::declaredType(type);
  return element ? std::string(qrt::elementTypeName(*element)) : "?";
}

void setSteps(ValueFacts &facts, Type type) {
  if (!nn::isQuantized(type))
    return;
  const nn::WeightScales scales = nn::weightScales(type);
  facts.scales.assign(scales.scales.begin(), scales.scales.end());
  const std::optional<nn::QuantParams> params = nn::quantParams(type);
  if (!params)
    return;
  facts.zeroPoint = params->zeroPoint;
  facts.ends = {params->scale * double(params->min - params->zeroPoint),
                params->scale * double(params->max - params->zeroPoint)};
}

ValueFacts valueFacts(Value value) {
  ValueFacts facts;
  facts.key = nn::keyOf(value);
  facts.type = typeText(value.getType());
  facts.shape = nn::toString(nn::symbolicShape(value));
  facts.isConstant = isa_and_nonnull<nn::ConstantOp>(value.getDefiningOp());
  setSteps(facts, value.getType());
  return facts;
}

Kind kindOfType(Type type) {
  if (nn::isQuantized(type)) {
    const auto storage = nn::storageType(type);
    return storage && qrt::bitWidth(*storage) > 8 ? Kind::Int16 : Kind::Int8;
  }
  if (nn::isF32(getElementTypeOrSelf(type)))
    return Kind::Float;
  return nn::isFloat(getElementTypeOrSelf(type)) ? Kind::Half : Kind::Plain;
}

/// Returns the kind of a layer. A quantized activation among its operands decides, for such a layer
/// sums integers (E4); else its first result does.
Kind kindOf(Operation *op) {
  if (isa<nn::ConversionOpInterface>(op) &&
      getElementTypeOrSelf(op->getOperand(0)) != getElementTypeOrSelf(op->getResult(0)))
    return Kind::Conversion; // not one of places, as a transpose
  for (Value operand : op->getOperands())
    if (nn::isQuantized(operand.getType()) &&
        !isa_and_nonnull<nn::ConstantOp>(operand.getDefiningOp()))
      return kindOfType(operand.getType());
  return op->getNumResults() ? kindOfType(op->getResult(0).getType()) : Kind::Plain;
}

std::vector<LayerAttribute> attributesOf(Operation *op) {
  constexpr size_t most = 160; // characters of one
  std::vector<LayerAttribute> found;
  for (NamedAttribute attribute : op->getAttrs()) {
    if (attribute.getName().strref().starts_with("nn.") ||
        attribute.getName() == "operandSegmentSizes")
      continue; // the dialect's own, told elsewhere; MLIR's
    std::string text;
    llvm::raw_string_ostream stream(text);
    if (auto numbers = dyn_cast<DenseI64ArrayAttr>(attribute.getValue()))
      llvm::interleaveComma(numbers.asArrayRef(), stream);
    else
      attribute.getValue().print(stream, /*elideType=*/true);
    found.push_back({attribute.getName().str(), shortened(text, most)});
  }
  return found;
}

std::vector<std::string> absorbedBy(Operation *op) {
  std::vector<std::string> found;
  if (auto names = op->getAttrOfType<ArrayAttr>(nn::absorbedAttr))
    for (Attribute name : names)
      if (auto text = dyn_cast<StringAttr>(name))
        found.push_back(text.str());
  return found;
}

class Drawer {
public:
  explicit Drawer(func::FuncOp entry) : entry(entry) {}

  DrawnNetwork draw() {
    for (auto [argument, name] : llvm::zip_equal(entry.getArguments(), nn::inputNames(entry))) {
      makers[argument] = uint32_t(network.layers.size());
      network.layers.push_back(
          {name, "input", Kind::Port, nullptr, {}, {valueFacts(argument)}, {}, {}});
    }
    for (Operation &op : entry.front().without_terminator())
      if (!isa<nn::ConstantOp>(op))
        add(&op);
    const std::vector<std::string> names = nn::outputNames(entry);
    for (auto [i, value] : llvm::enumerate(entry.front().getTerminator()->getOperands())) {
      readBy(uint32_t(network.layers.size()), value);
      network.layers.push_back(
          {names[i], "output", Kind::Port, nullptr, {valueFacts(value)}, {}, {}, {}});
    }
    return std::move(network);
  }

private:
  void add(Operation *op) {
    const uint32_t place = uint32_t(network.layers.size());
    LayerFacts layer{nn::layerName(op), op->getName().stripDialect().str(), kindOf(op), op};
    for (Value operand : op->getOperands()) {
      layer.inputs.push_back(valueFacts(operand));
      readBy(place, operand);
    }
    for (Value result : op->getResults()) {
      layer.outputs.push_back(valueFacts(result));
      makers[result] = place;
    }
    layer.attributes = attributesOf(op);
    layer.absorbed = absorbedBy(op);
    network.layers.push_back(std::move(layer));
  }
  void readBy(uint32_t reader, Value value) {
    if (auto maker = makers.find(value); maker != makers.end())
      network.edges.push_back({maker->second, reader});
  }

  func::FuncOp entry;
  DrawnNetwork network;
  llvm::DenseMap<Value, uint32_t> makers; // none of a constant
};

} // namespace

DrawnNetwork drawnNetwork(ModuleOp module) {
  func::FuncOp entry = nn::entryOf(module);
  return entry ? Drawer(entry).draw() : DrawnNetwork{};
}

std::vector<std::string> labelOf(const LayerFacts &layer) {
  constexpr size_t most = 30;
  const std::vector<ValueFacts> &values = layer.outputs.empty() ? layer.inputs : layer.outputs;
  std::string title = layer.operation;
  if (!values.empty())
    title += " · " + values.front().type;
  return {title, shortened(layer.name, most),
          values.empty() ? "" : shortened(values.front().shape, most)};
}

std::vector<Size> boxesOf(const DrawnNetwork &network) {
  constexpr double perCharacter = 6.8, inset = 18, least = 110, height = 52;
  std::vector<Size> boxes;
  for (const LayerFacts &layer : network.layers) {
    size_t longest = 0;
    for (const std::string &line : labelOf(layer))
      longest = std::max(longest, line.size());
    boxes.push_back({std::max(least, inset + perCharacter * double(longest)), height});
  }
  return boxes;
}

} // namespace qopt::drawing
