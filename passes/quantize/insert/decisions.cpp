#include "passes/quantize/insert/decisions.h"

using namespace mlir;

namespace qopt {

std::string FloatReason::text() const {
  switch (kind) {
  case Kind::Said: return detail + " says so";
  case Kind::ResultNotF32: return "its result is not f32";
  case Kind::FoldableNorm:
    return "it can become part of the weights before it: run --fold-batch-norm first";
  case Kind::NoIntegerForm: return "it has no integer form";
  case Kind::FloatAttention: return "attention is float unless attention=integer asks for integers";
  case Kind::InsideAttention: return "integer attention computes it in float";
  case Kind::OperandNotF32: return "an operand is not f32";
  case Kind::ComputedWeights: return "its weights are no constant";
  case Kind::ResidualBesideFloatBias: return "it has a residual beside a float bias";
  case Kind::LooksUpConstant: return "it looks up rows of a constant table";
  case Kind::OfConstants: return "all of its operands are constants: --fold-constants computes it";
  case Kind::NotEnclosed:
    return "it does not lie between integer layers with weights (region=all takes it)";
  case Kind::RepeatedWeights:
    return "its weights are repeated for each sample, with one scale for all (region=all takes it)";
  case Kind::Fused:
    return "it is fused with the layers around it and computed in float before the result is "
           "rounded (fuse=)";
  case Kind::CoarseSteps:
    return "the scale of its input, which other layers need, is too coarse for it";
  case Kind::Amplified:
  case Kind::Refused: return detail;
  case Kind::None:
  case Kind::Neighbours:
  case Kind::RangeOfTheRun: return ""; // quantizeDynamically tells of the last
  }
  llvm_unreachable("of an enum");
}

const QuantizedProduct *OpDecision::productOf(unsigned operand) const {
  auto found = llvm::find_if(products, [&](const auto &entry) { return entry.first == operand; });
  return found == products.end() ? nullptr : &found->second;
}

const OpDecision *OpDecisions::find(Operation *op) const {
  auto found = byOperation.find(op);
  return found == byOperation.end() ? nullptr : &found->second;
}

bool OpDecisions::isEligible(Operation *op) const {
  const OpDecision *decision = find(op);
  return decision && decision->whyFloat.kind == FloatReason::Kind::None;
}

bool OpDecisions::isInteger(Operation *op) const {
  const OpDecision *decision = find(op);
  return decision && decision->isInteger;
}

bool OpDecisions::isFused(Operation *op) const {
  const OpDecision *decision = find(op);
  return decision && decision->fusedInto;
}

bool OpDecisions::areSteps(Value value) const {
  const OpDecision *decision = find(value.getDefiningOp());
  return decision && decision->isInteger && !decision->writesFloat;
}

bool OpDecisions::areStored(Value value, Operation *group) const {
  const OpDecision *decision = find(value.getDefiningOp());
  return areSteps(value) || (decision && decision->fusedInto && decision->fusedInto != group);
}

} // namespace qopt
