// Normalizations over the last dimensions that exporters spell out.
#include "passes/recognize/spelled.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Parts = SmallVectorImpl<Operation *>;

namespace {
// A norm divides by √(mean(x·x) + epsilon).
struct Deviation {
  Value x;
  int64_t axis;
  float epsilon;
  SmallVector<Operation *> parts;
};
} // namespace

// A mean over the last dimensions from `axis` on, which stay.
static ReduceMeanOp meanOfLast(Value value, int64_t &axis) {
  auto mean = value.getDefiningOp<ReduceMeanOp>();
  if (!mean || !mean.getKeepDims() || mean.getAxes().empty())
    return nullptr;
  int64_t rank = cast<RankedTensorType>(mean.getType()).getRank();
  axis = rank - int64_t(mean.getAxes().size());
  return mean.getAxes().front() == axis ? mean : nullptr; // ascending ones
}

static Value squareOf(Value value, Parts &parts) {
  Operation *op = value.getDefiningOp();
  auto product = dyn_cast_or_null<MulOp>(op);
  auto power = dyn_cast_or_null<PowOp>(op);
  bool isSquare =
      product ? product.getLhs() == product.getRhs() : power && scalarOf(power.getRhs()) == 2.0f;
  if (!isSquare)
    return nullptr;
  parts.push_back(op);
  return op->getOperand(0);
}

static Value rootOf(Value value, float exponent, Parts &parts) {
  Operation *op = value.getDefiningOp();
  auto power = dyn_cast_or_null<PowOp>(op);
  bool isRoot =
      power ? scalarOf(power.getRhs()) == exponent : isa_and_nonnull<SqrtOp>(op) && exponent > 0;
  if (!isRoot)
    return nullptr;
  parts.push_back(op);
  return op->getOperand(0);
}

// 1/√v as reciprocal, quotient or power.
static Value inverseRootOf(Value value, Parts &parts) {
  if (Value inside = rootOf(value, -0.5f, parts))
    return inside;
  Operation *op = value.getDefiningOp();
  auto quotient = dyn_cast_or_null<DivOp>(op);
  bool isInverse =
      isa_and_nonnull<ReciprocalOp>(op) || (quotient && scalarOf(quotient.getLhs()) == 1.0f);
  if (!isInverse)
    return nullptr;
  parts.push_back(op);
  return rootOf(op->getOperand(quotient ? 1 : 0), 0.5f, parts);
}

static std::optional<Deviation> deviationOf(Value sum, SmallVector<Operation *> parts) {
  auto add = sum.getDefiningOp<AddOp>();
  for (unsigned i = 0; add && i < 2; ++i) {
    std::optional<float> epsilon = scalarOf(add->getOperand(i));
    Deviation found{{}, 0, epsilon.value_or(0), parts};
    auto mean = epsilon ? meanOfLast(add->getOperand(1 - i), found.axis) : ReduceMeanOp();
    if (!mean)
      continue;
    found.parts.append({add, mean});
    found.x = squareOf(mean.getInput(), found.parts);
    if (found.x)
      return found;
  }
  return std::nullopt;
}

namespace {
struct Normalized {
  Value value; // what is divided
  Deviation by;
};
} // namespace

// value / √(…), or value·(1/√(…)).
static std::optional<Normalized> normalized(Operation *root) {
  bool isQuotient = isa<DivOp>(root);
  if (!isQuotient && !isa<MulOp>(root))
    return std::nullopt;
  for (unsigned i : {1u, 0u}) {
    SmallVector<Operation *> parts;
    Value inside = isQuotient ? rootOf(root->getOperand(1), 0.5f, parts)
                              : inverseRootOf(root->getOperand(i), parts);
    if (std::optional<Deviation> by = inside ? deviationOf(inside, parts) : std::nullopt)
      return Normalized{root->getOperand(isQuotient ? 0 : 1 - i), *by};
  }
  return std::nullopt;
}

// x − mean(x) over the dimensions from `axis` on.
static Value centeredFrom(Value value, int64_t axis, Parts &parts) {
  auto difference = value.getDefiningOp<SubOp>();
  int64_t own = 0;
  auto mean = difference ? meanOfLast(difference.getRhs(), own) : ReduceMeanOp();
  if (!mean || own != axis || mean.getInput() != difference.getLhs())
    return nullptr;
  parts.append({difference, mean});
  return difference.getLhs();
}

static Operation *layerNorm(Operation *root, OpBuilder &b, Parts &parts) {
  std::optional<Normalized> found = normalized(root);
  if (!found)
    return nullptr;
  Value x = centeredFrom(found->value, found->by.axis, found->by.parts);
  // Exporters also write the difference twice.
  if (!x || (found->by.x != found->value &&
             centeredFrom(found->by.x, found->by.axis, found->by.parts) != x))
    return nullptr;
  parts.append(found->by.parts);
  return LayerNormOp::create(b, root->getLoc(), root->getResult(0).getType(), x, Value(), Value(),
                             uint64_t(found->by.axis), APFloat(found->by.epsilon));
}

static Operation *rmsNorm(Operation *root, OpBuilder &b, Parts &parts) {
  std::optional<Normalized> found = normalized(root);
  if (!found || found->by.x != found->value)
    return nullptr;
  parts.append(found->by.parts);
  return RmsNormOp::create(b, root->getLoc(), root->getResult(0).getType(), found->value, Value(),
                           Value(), uint64_t(found->by.axis), APFloat(found->by.epsilon));
}

// A product or sum behind a normalization that has no such parameter yet.
template <typename Norm, typename Step>
static Operation *parameter(Operation *root, OpBuilder &b, Parts &parts) {
  constexpr bool scales = std::is_same_v<Step, MulOp>;
  if (!isa<Step>(root))
    return nullptr;
  for (unsigned i = 0; i < 2; ++i) {
    auto norm = root->getOperand(i).getDefiningOp<Norm>();
    Value with = root->getOperand(1 - i);
    if (!norm || !norm->hasOneUse() || norm.getType() != root->getResult(0).getType() ||
        norm.getBias() || (scales && norm.getScale()))
      continue;
    parts.push_back(norm);
    return Norm::create(b, root->getLoc(), norm.getType(), norm.getInput(),
                        scales ? with : norm.getScale(), scales ? Value() : with, norm.getAxis(),
                        norm.getEpsilon());
  }
  return nullptr;
}

void addNorms(Rewrites &rewrites) {
  rewrites.add<Spelled>({"recognize-composites/layer-norm", Promise::F32Rounding}, layerNorm)
      .add<Spelled>({"recognize-composites/layer-norm-scale", Promise::SameBits},
                    parameter<LayerNormOp, MulOp>)
      .add<Spelled>({"recognize-composites/layer-norm-bias", Promise::SameBits},
                    parameter<LayerNormOp, AddOp>)
      .add<Spelled>({"recognize-composites/rms-norm", Promise::F32Rounding}, rmsNorm)
      .add<Spelled>({"recognize-composites/rms-norm-scale", Promise::SameBits},
                    parameter<RmsNormOp, MulOp>)
      .add<Spelled>({"recognize-composites/rms-norm-bias", Promise::SameBits},
                    parameter<RmsNormOp, AddOp>);
}

} // namespace qopt
