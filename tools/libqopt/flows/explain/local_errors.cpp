#include "tools/libqopt/flows/explain/local_errors.h"

#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"
#include "passes/tensor_types.h"
#include "tools/libqopt/flows/explain/layer_parameters.h"
#include "tools/libqopt/flows/explain/stored_parameters.h"

using namespace mlir;
using namespace qrt;

namespace qopt::run {

LocalErrors::LocalErrors(const JoinedNetworks &joined, GraphMaker &maker)
    : joined(joined), maker(maker) {
  mlir::func::FuncOp entry = joined.entry;
  for (BlockArgument argument : entry.getArguments())
    if (Value steps = joined.quantizedAs.lookup(argument))
      tell(argument, argument, argument, argument);
  for (Operation *op : joined.floats)
    compute(op);
}

Value LocalErrors::there(Value value) const {
  Value made = plain.lookup(value);
  return made ? made : value;
}

Value LocalErrors::in(const Variant &variant, Value value) const {
  Value made = variant.lookup(value);
  return made ? made : there(value);
}

Value LocalErrors::realOf(Value quantized) {
  if (nn::isF32(quantized.getType()))
    return quantized;
  Type real = withElement(quantized.getType(), Float32Type::get(quantized.getContext()));
  return maker.makeOf<nn::DequantizeOp>(nn::keyOf(quantized) + "/real", real, quantized);
}

Operation *LocalErrors::copied(Operation *op, const Variant &variant, Value weights,
                               unsigned place) {
  SmallVector<Value> operands =
      llvm::map_to_vector(op->getOperands(), [&](Value v) { return in(variant, v); });
  const bool isPlain =
      llvm::none_of(op->getOperands(), [&](Value v) { return variant.lookup(v) != nullptr; });
  if (weights)
    operands[place] = weights;
  else if (isPlain)
    return nullptr;
  return maker.clone(op, operands);
}

/// An operation that leads from a layer to a value that is compared counts as that layer's.
void LocalErrors::follow(Operation *op) {
  Operation *layer = constantWeights(op) ? op : nullptr;
  for (Value operand : op->getOperands())
    if (!layer && !joined.quantizedAs.lookup(operand))
      layer = layers.lookup(operand);
  for (Value result : op->getResults())
    if (layer)
      layers[result] = layer;
}

void LocalErrors::compute(Operation *op) {
  follow(op);
  unsigned place = 0;
  Value weights = quantizedWeights(joined, maker, op, place);
  const bool isReached =
      llvm::any_of(op->getOperands(), [&](Value v) { return plain.lookup(v) != nullptr; });
  Operation *made = isReached ? copied(op, plain, {}, 0) : op;
  Operation *withWeights = copied(op, weighted, weights, place);
  Operation *withBias = copied(op, biased, weights, place);
  if (Value change = biasChange(joined, maker, op))
    withBias = maker.add((withBias ? withBias : made)->getResult(0), change).getDefiningOp();
  for (auto [i, value] : llvm::enumerate(op->getResults())) {
    Value result = made->getResult(unsigned(i));
    Value byWeights = withWeights ? withWeights->getResult(unsigned(i)) : result;
    Value byBias = withBias ? withBias->getResult(unsigned(i)) : byWeights;
    if (joined.quantizedAs.lookup(value)) {
      tell(value, result, byWeights, byBias);
      continue;
    }
    if (made != op)
      plain[value] = result;
    if (withWeights)
      weighted[value] = byWeights;
    if (withBias || withWeights)
      biased[value] = byBias;
  }
}

void LocalErrors::add(Value value, Cause cause, Value to, Value from) {
  if (to != from)
    all.push_back({value, cause, maker.sub(to, from)});
}

void LocalErrors::tell(Value value, Value computed, Value byWeights, Value byBias) {
  Value quantized = joined.quantizedAs.lookup(value);
  Value real = realOf(quantized);
  plain[value] = real;
  own.insert(value);
  add(value, Cause::Weights, byWeights, computed);
  add(value, Cause::Bias, byBias, byWeights);
  if (nn::quantParams(quantized.getType()))
    tellSteps(value, byBias, quantized, real, byBias != computed);
  else
    add(value, Cause::Tables, real, byBias);
}

/// Returns the scale that a value's own range would have, where a concatenation or a sum that takes
/// all its operands at one scale has it share another.
static std::optional<nn::QuantParams> ownParameters(Value steps) {
  const std::optional<nn::QuantParams> shared = nn::quantParams(steps.getType());
  const std::optional<nn::RangeAttr> range = nn::rangeOf(steps);
  auto shares = [&](Operation *user) {
    auto rule = dyn_cast<nn::QuantizationRuleOpInterface>(user);
    return rule && rule.quantizationRule().result == nn::ResultRule::Unifies &&
           nn::quantParams(user->getResult(0).getType()) == shared;
  };
  if (!range || !llvm::any_of(steps.getUsers(), shares))
    return std::nullopt;
  const unsigned bits = shared->max - shared->min > 255 ? 16 : 8;
  const nn::QuantParams params =
      nn::paramsForRange(range->getMin(), range->getMax(), nn::Scheme::Affine, bits);
  return params.scale < shared->scale ? std::optional(params) : std::nullopt;
}

void LocalErrors::tellSteps(Value value, Value computed, Value steps, Value real, bool isExact) {
  const nn::QuantParams params = *nn::quantParams(steps.getType());
  OpBuilder attributes(value.getContext());
  auto end = [&](int64_t step) {
    return attributes.getF32FloatAttr(float(params.scale * double(step - params.zeroPoint)));
  };
  auto rounded = [&](const nn::QuantParams &by) {
    Value quantized =
        maker.makeOf<nn::QuantizeOp>("explain/steps", asSteps(value.getType(), by), computed);
    return maker.makeOf<nn::DequantizeOp>("explain/rounded", value.getType(), quantized);
  };
  Value clipped =
      maker.make<nn::ClipOp>("explain/clipped", computed, end(params.min), end(params.max));
  add(value, Cause::Clipping, clipped, computed);
  Value whole = isExact ? real : rounded(params), own = clipped;
  if (std::optional<nn::QuantParams> narrow = ownParameters(steps)) {
    own = rounded(*narrow);
    add(value, Cause::Rounding, own, clipped);
    add(value, Cause::SharedScale, whole, own);
  } else {
    add(value, Cause::Rounding, whole, clipped);
  }
  add(value, Cause::Tables, real, whole);
}

} // namespace qopt::run
