#include "passes/calibrate/tables/names.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/origin.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace qopt::nn;
using qrt::invalidArgument;

namespace qopt {
namespace {

/// An operation with a constant weight operand.
struct Layer {
  Operation *op;
  Value weights;
  int64_t axis, groups;
  std::vector<double> magnitudes = {}; // by output channel

  // Returns the activation that the layer reads; null where its rule knows none.
  Value input() const { return operandWith(op, OperandRole::Activation); }
  // Returns the layer's own name, and those of layers that became part of it: tables may be of
  // either.
  std::vector<std::string> names() const {
    std::vector<std::string> names;
    if (!nameOf(op).empty())
      names.push_back(nameOf(op).str());
    if (auto absorbed = op->getAttrOfType<ArrayAttr>(absorbedAttr))
      for (auto name : absorbed.getAsRange<StringAttr>())
        names.push_back(name.str());
    return names;
  }
};

// Joins the magnitudes of neighbours, so that `count` are left.
std::vector<double> joined(ArrayRef<double> magnitudes, size_t count) {
  std::vector<double> result;
  const size_t each = magnitudes.size() / count;
  for (size_t i = 0; i < count; ++i)
    result.push_back(*llvm::max_element(magnitudes.slice(i * each, each)));
  return result;
}

std::vector<double> magnitudesOf(const qrt::Tensor &weights, int64_t axis) {
  const qrt::Shape &shape = weights.shape();
  const int64_t channels = shape[size_t(axis)];
  const int64_t inner =
      std::accumulate(shape.begin() + axis + 1, shape.end(), int64_t(1), std::multiplies<>());
  std::vector<double> result(size_t(channels), 0);
  auto values = weights.values<float>();
  for (int64_t i = 0; i < weights.size(); ++i) {
    double &most = result[size_t(i / inner % channels)];
    most = std::max(most, std::fabs(double(values[size_t(i)])));
  }
  return result;
}

std::vector<Layer> layersOf(func::FuncOp function) {
  std::vector<Layer> layers;
  function.walk([&](QuantizationRuleOpInterface rule) {
    Operation *op = rule;
    for (auto [operand, role] : llvm::zip(op->getOperands(), ruleOf(op).operands)) {
      std::optional<qrt::Tensor> tensor;
      if (role == OperandRole::Weight)
        tensor = constantTensor(operand);
      if (!tensor || tensor->type() != qrt::ElementType::F32 || tensor->size() == 0)
        continue;
      auto conv = dyn_cast<Conv2dOp>(op);
      layers.push_back({op, operand, role.axis, conv ? int64_t(conv.getGroups()) : 1,
                        magnitudesOf(*tensor, role.axis)});
      return;
    }
  });
  return layers;
}

/// Values by what a table may call them.
llvm::StringMap<Value> tensorsOf(func::FuncOp function) {
  llvm::StringMap<Value> values;
  auto eachValue = [&](llvm::function_ref<void(Value)> visit) {
    llvm::for_each(function.getArguments(), visit);
    function.walk([&](Operation *op) { llvm::for_each(op->getResults(), visit); });
  };
  auto add = [&](StringRef name, Value value) {
    if (!name.empty())
      values.try_emplace(name, value);
  };
  // A tensor's own name before a layer's that is the same.
  eachValue([&](Value value) { add(tensorNameOf(value), value); });
  for (auto [name, value] :
       llvm::zip(outputNames(function), function.front().getTerminator()->getOperands()))
    add(name, value);
  eachValue([&](Value value) { add(keyOf(value), value); });
  return values;
}

Range unite(const Range &a, const Range &b) {
  return {std::min(a.min, b.min), std::max(a.max, b.max)};
}

/// Ranges under their new names, and which had none.
class Renamed {
public:
  void add(const std::string &name, const Range &range) {
    auto [entry, isNew] = ranges.try_emplace(name, range);
    if (!isNew)
      entry->second = unite(entry->second, range);
  }
  void miss(StringRef name) { missed.push_back(name.str()); }

  qrt::Status store(Table &table, const std::string &what) {
    const size_t all = table.calibration.ranges.size();
    if (all == 0)
      return invalidArgument("holds no ranges");
    if (ranges.empty())
      return invalidArgument("none of its " + std::to_string(all) + " names (" +
                             quotedList(missed) + ") stands for a " + what +
                             "; was the table made for another model?");
    if (!missed.empty())
      table.warnings.push_back(std::to_string(missed.size()) + " of its names (" +
                               quotedList(missed) + ") stand for no " + what + ": left out");
    table.calibration.ranges = std::move(ranges);
    table.calibration.statistics.clear();
    return {};
  }

private:
  std::map<std::string, Range> ranges;
  std::vector<std::string> missed;
};

// Scales are ours whatever a table says; one that says otherwise is of other weights.
void compareWeights(Table &table, const llvm::StringMap<const Layer *> &layers) {
  std::vector<std::string> differing;
  for (const auto &[name, theirs] : table.weights) {
    const Layer *layer = layers.lookup(name);
    if (!layer)
      continue;
    bool agrees = !theirs.empty() && layer->magnitudes.size() % theirs.size() == 0;
    if (agrees)
      for (auto [own, their] : llvm::zip(joined(layer->magnitudes, theirs.size()), theirs))
        agrees &= own == 0 || std::fabs(own - their) <= 0.01 * own;
    if (!agrees)
      differing.push_back(name);
  }
  if (!differing.empty())
    table.warnings.push_back(
        "the weights of " + quotedList(differing) + " (" + std::to_string(differing.size()) +
        " in all) do not have the scales that the table states (by more than 1 %); the table's are "
        "ignored, and scales are computed from the module's weights");
  table.weights.clear();
}

} // namespace

qrt::Status namesToKeys(Table &table, Naming naming, func::FuncOp function) {
  if (naming == Naming::Keys)
    return {};
  const bool isByLayer = naming == Naming::Layers;
  std::vector<Layer> layers = layersOf(function);
  llvm::StringMap<const Layer *> byName;
  for (const Layer &layer : layers)
    for (const std::string &name :
         isByLayer ? layer.names() : std::vector{tensorNameOf(layer.weights)})
      byName.try_emplace(name, &layer);
  for (const Layer &layer : layers) // some tools name a layer by its tensor
    if (isByLayer)
      byName.try_emplace(tensorNameOf(layer.op->getResult(0)), &layer);
  llvm::StringMap<Value> tensors = isByLayer ? llvm::StringMap<Value>() : tensorsOf(function);
  Renamed renamed;
  for (const auto &[name, range] : table.calibration.ranges) {
    const Layer *layer = byName.lookup(name);
    Value value = !isByLayer ? tensors.lookup(name) : layer ? layer->input() : nullptr;
    std::string key = value ? keyOf(value) : "";
    key.empty() ? renamed.miss(name) : renamed.add(key, range);
  }
  compareWeights(table, byName);
  return renamed.store(table,
                       isByLayer ? "layer of the module with weights" : "value of the module");
}

qrt::Status keysToNames(Table &table, Naming naming, func::FuncOp function) {
  if (naming == Naming::Keys)
    return {};
  const std::map<std::string, Range> &ranges = table.calibration.ranges;
  std::vector<Layer> layers = layersOf(function);
  Renamed renamed;
  if (naming == Naming::Tensors) {
    ValuesByKey values(function);
    for (const auto &[key, range] : ranges) {
      Value value = values.find(key);
      value ? renamed.add(tensorNameOf(value), range) : renamed.miss(key);
    }
    for (const Layer &layer : layers)
      if (std::string name = tensorNameOf(layer.weights); !name.empty())
        table.weights[name] = layer.magnitudes;
    return renamed.store(table, "value of the module");
  }
  for (const Layer &layer : layers) {
    auto range = layer.input() ? ranges.find(keyOf(layer.input())) : ranges.end();
    if (range == ranges.end()) {
      renamed.miss(layerName(layer.op));
      continue;
    }
    for (const std::string &name : layer.names()) {
      renamed.add(name, range->second);
      table.weights[name] =
          layer.groups > 1 ? joined(layer.magnitudes, size_t(layer.groups)) : layer.magnitudes;
    }
  }
  return renamed.store(table, "layer of which the input has a range");
}

} // namespace qopt
