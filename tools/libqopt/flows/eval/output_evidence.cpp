#include "tools/libqopt/flows/eval/output_evidence.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::run {
namespace {

constexpr int64_t leastScores = 16; // of a step, where no softmax says what they are

bool isConstant(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<nn::ConstantOp>(op))
      return true;
    if (!isa<nn::QuantizeOp, nn::DequantizeOp, nn::CastOp, nn::ReshapeOp, nn::ExpandOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

bool isConversion(Operation *op) { return isa<nn::ConversionOpInterface>(op); }

/// Tells whether an operation moves the values of its operand 0 and computes none.
bool isView(Operation *op) {
  return isConversion(op) ||
         isa<nn::ReshapeOp, nn::TransposeOp, nn::SliceOp, nn::SplitOp, nn::ExpandOp, nn::GatherOp,
             nn::GatherElementsOp, nn::GatherNdOp>(op);
}

bool isPool(Operation *op) {
  return isa<nn::AvgPool2dOp, nn::MaxPool2dOp, nn::ReduceMeanOp, nn::ReduceSumOp, nn::ReduceMaxOp>(
      op);
}

bool isArithmetic(Operation *op) { return isa<nn::AddOp, nn::SubOp, nn::MulOp, nn::DivOp>(op); }

/// Only these make scores of anything.
bool isProbability(Operation *op) {
  return isa<nn::SoftmaxOp, nn::LogSoftmaxOp, nn::MaskedSoftmaxOp, nn::GuardedSoftmaxOp,
             nn::SigmoidOp, nn::HardSigmoidOp, nn::ExpOp>(op);
}

bool isNorm(Operation *op) {
  return isa<nn::LayerNormOp, nn::RmsNormOp, nn::GroupNormOp, nn::MeanVarianceNormOp, nn::LpNormOp,
             nn::StandardizeOp, nn::BatchNormOp>(op);
}

bool isBend(Operation *op) {
  return isa<nn::ReluOp, nn::ClipOp, nn::LeakyReluOp, nn::MaxOp, nn::MinOp>(op);
}

/// Returns the operand of arithmetic that stands beside a constant; null: there is no constant.
Value besideConstant(Operation *op) {
  if (!isArithmetic(op))
    return nullptr;
  const Value a = op->getOperand(0), b = op->getOperand(1);
  return isConstant(b) ? a : isConstant(a) ? b : nullptr;
}

/// A layer, conversions and a bias between it and the value.
bool isLayer(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<nn::Conv2dOp, nn::MatmulOp>(op))
      return true;
    const Value next = isView(op) ? op->getOperand(0) : besideConstant(op);
    if (!next)
      return false;
    value = next;
  }
  return false;
}

/// The length of vectors, as √Σx² is, possibly bounded below.
bool isLength(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<nn::ReduceL2Op, nn::SqrtOp>(op))
      return true;
    const bool goesOn = isView(op) || isa<nn::MaxOp, nn::ClipOp, nn::ReciprocalOp>(op);
    const Value next = goesOn ? op->getOperand(0) : besideConstant(op);
    if (!next)
      return false;
    value = next;
  }
  return false;
}

int64_t lastSizeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() ? type.getDimSize(type.getRank() - 1) : 1;
}

/// Goes from an output back to what made it.
class Walk {
public:
  Evidence of(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (isProbability(op) || isa<nn::Conv2dOp, nn::MatmulOp>(op))
        return Evidence::Scores;
      if (isNorm(op))
        return Evidence::Vectors;
      if (isBend(op))
        return isPooled && isLayer(op->getOperand(0)) ? Evidence::Unknown : Evidence::Vectors;
      if (isArithmetic(op)) {
        std::optional<Value> next = through(op);
        if (!next)
          return found;
        value = *next;
        continue;
      }
      if (!isView(op) && !isPool(op))
        return isFunction(op) ? Evidence::Vectors : Evidence::Unknown;
      isPooled |= isPool(op);
      value = op->getOperand(0);
    }
    return Evidence::Unknown;
  }

private:
  /// One that bends values, of those that no scores pass at the end.
  static bool isFunction(Operation *op) {
    return isa<nn::TanhOp, nn::GeluOp, nn::SwishOp, nn::HardSwishOp, nn::MishOp, nn::EluOp,
               nn::SeluOp, nn::CeluOp, nn::SoftsignOp, nn::AttentionOp, nn::RnnOp, nn::GruOp,
               nn::LstmOp>(op);
  }

  std::optional<Value> ends(Evidence evidence) {
    found = evidence;
    return std::nullopt;
  }

  /// The operand to go on with; of constants the other one.
  std::optional<Value> through(Operation *op) {
    if (const Value other = besideConstant(op))
      return other;
    const Value a = op->getOperand(0), b = op->getOperand(1);
    if (isa<nn::DivOp, nn::MulOp>(op) && (isLength(a) || isLength(b)))
      return ends(Evidence::Vectors);
    if (isa<nn::DivOp>(op))
      return a; // by a sum: a softmax in parts, a mean over tokens
    if (isa<nn::MulOp>(op) && lastSizeOf(a) != lastSizeOf(b)) // a mask, a gate for all scores
      return lastSizeOf(a) == 1 ? b : a;
    if (isa<nn::MulOp>(op))
      return ends(Evidence::Vectors); // a gate of each value, as x·sigmoid(x)
    return ends(isPooled ? Evidence::Vectors : Evidence::Unknown);
  }

  bool isPooled = false;
  Evidence found = Evidence::Unknown;
};

} // namespace

Evidence evidenceOf(Value output) { return Walk().of(output); }

bool tellsSteps(Value output) {
  Value value = output;
  while (Operation *op = value.getDefiningOp()) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type)
      return false;
    if (auto softmax = dyn_cast<nn::SoftmaxOp>(op))
      return int64_t(softmax.getAxis()) == type.getRank() - 1;
    if (auto softmax = dyn_cast<nn::LogSoftmaxOp>(op))
      return int64_t(softmax.getAxis()) == type.getRank() - 1;
    if (auto product = dyn_cast<nn::MatmulOp>(op))
      return isConstant(product.getB()) && lastSizeOf(value) >= leastScores;
    const bool isSame = isConversion(op) || (isa<nn::ReshapeOp>(op) &&
                                             lastSizeOf(op->getOperand(0)) == lastSizeOf(value));
    const Value next = isSame ? op->getOperand(0) : besideConstant(op);
    if (!next)
      return false;
    value = next;
  }
  return false;
}

} // namespace qopt::run
