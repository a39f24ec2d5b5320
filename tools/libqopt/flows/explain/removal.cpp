#include "tools/libqopt/flows/explain/removal.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "passes/adjoint/graph_maker.h"
#include "passes/quantize/roles.h"
#include "passes/tensor_types.h"
#include "tools/libqopt/flows/explain/layer_parameters.h"

using namespace mlir;

namespace qopt::run {
namespace {

class Simulation {
public:
  Simulation(const JoinedNetworks &joined, llvm::StringRef removed)
      : joined(joined), maker(joined.entry), removed(removed) {}

  void build() {
    func::FuncOp entry = joined.entry;
    for (BlockArgument argument : entry.getArguments())
      settle(argument, argument, argument);
    for (Operation *op : joined.floats)
      compute(op);
    for (OpOperand &result : entry.front().getTerminator()->getOpOperands())
      result.set(in(rounded, result.get()));
  }

private:
  using Values = llvm::DenseMap<Value, Value>;

  static Value in(const Values &values, Value value) {
    Value made = values.lookup(value);
    return made ? made : value;
  }

  Operation *copied(Operation *op, const Values &values) {
    return maker.clone(
        op, llvm::map_to_vector(op->getOperands(), [&](Value v) { return in(values, v); }));
  }

  /// Between values that are compared, a layer is computed twice: with the quantized layer's
  /// weights and with its own, of which one is taken where the value is settled.
  void compute(Operation *op) {
    unsigned place = 0;
    Value weights = quantizedWeights(joined, maker, op, place);
    Operation *own = copied(op, plain), *made = copied(op, rounded);
    if (weights)
      made->setOperand(place, weights);
    if (Value change = biasChange(joined, maker, op))
      made = maker.add(made->getResult(0), change).getDefiningOp();
    for (auto [i, value] : llvm::enumerate(op->getResults()))
      settle(value, made->getResult(unsigned(i)), own->getResult(unsigned(i)));
  }

  /// An exact copy of steps rounds nothing itself: it would round a value whose error is taken
  /// away.
  bool isCopied(Value value, Value quantized) const {
    Operation *op = value.getDefiningOp();
    if (!op || !isa<nn::QuantizationRuleOpInterface>(op) || op->getNumOperands() != 1 ||
        (!keepsInput(op) && !ruleOf(op).isBound))
      return false;
    Value before = joined.quantizedAs.lookup(op->getOperand(0));
    return before &&
           getElementTypeOrSelf(before.getType()) == getElementTypeOrSelf(quantized.getType());
  }

  void settle(Value value, Value byWeights, Value own) {
    Value quantized = joined.quantizedAs.lookup(value);
    rounded[value] = byWeights;
    plain[value] = own;
    if (!quantized)
      return;
    Value result = nn::keyOf(value) == removed ? own : byWeights;
    if (auto params = nn::quantParams(quantized.getType());
        params && nn::keyOf(value) != removed && !isCopied(value, quantized)) {
      Value steps =
          maker.makeOf<nn::QuantizeOp>("removal/steps", asSteps(value.getType(), *params), result);
      result = maker.makeOf<nn::DequantizeOp>("removal/rounded", value.getType(), steps);
    }
    rounded[value] = plain[value] = result;
  }

  const JoinedNetworks &joined;
  GraphMaker maker;
  llvm::StringRef removed;
  Values rounded, plain; // with the quantized network's weights, and with the float one's
};

} // namespace

Loaded withoutErrorOf(JoinedNetworks joined, llvm::StringRef value) {
  Simulation(joined, value).build();
  return std::move(joined.network);
}

} // namespace qopt::run
