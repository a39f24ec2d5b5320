// Activations that exporters spell out: hard sigmoid and hard swish, SiLU, GELU, softplus, Mish.
#include "passes/recognize/spelled.h"

#include <cmath>
#include <numbers>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {

using Parts = SmallVectorImpl<Operation *>;

// A product of a number, x and one other factor, whichever comes first.
namespace {
struct Gated {
  double number;
  Value x, gate;
  SmallVector<Operation *> parts;
};
} // namespace

// Tries both factors as x.
static Operation *gated(Operation *root, llvm::function_ref<Operation *(const Gated &)> recognize) {
  std::optional<Product> product = productOf(root->getResult(0));
  if (!product || product->factors.size() != 2)
    return nullptr;
  for (unsigned i = 0; i < 2; ++i)
    if (Operation *whole = recognize(
            {product->number, product->factors[i], product->factors[1 - i], product->parts}))
      return whole;
  return nullptr;
}

static void keepOp(Parts &parts, Value value) { parts.push_back(value.getDefiningOp()); }

// Returns the value that is clipped to [0, high]; null where none is.
static Value clipped(Value value, float high, Parts &parts) {
  keepOp(parts, value);
  if (auto clip = value.getDefiningOp<ClipOp>()) {
    bool fits = clip.getMin().convertToFloat() == 0 && clip.getMax().convertToFloat() == high;
    return fits ? clip.getInput() : Value();
  }
  Value below = besides<MinOp>(value, high);
  if (!below)
    return nullptr;
  keepOp(parts, below);
  auto relu = below.getDefiningOp<ReluOp>();
  return relu ? relu.getInput() : besides<MaxOp>(below, 0);
}

// x of min(max(x + 3, 0), 6), or of min(max(x/6 + ½, 0), 1); `scale` is 6 or 1.
static Value ramp(Value gate, double &scale, Parts &parts) {
  if (Value sum = clipped(gate, 6, parts)) {
    scale = 6;
    keepOp(parts, sum);
    return besides<AddOp>(sum, 3);
  }
  parts.clear();
  Value sum = clipped(gate, 1, parts), part = sum ? besides<AddOp>(sum, 0.5) : Value();
  std::optional<Product> sixth = part ? productOf(part) : std::nullopt;
  if (!sixth || sixth->factors.size() != 1 || !isNear(sixth->number, 1.0 / 6))
    return nullptr;
  scale = 1;
  keepOp(parts, sum);
  parts.append(sixth->parts.begin(), sixth->parts.end());
  return sixth->factors[0];
}

static Operation *hardSigmoid(Operation *root, OpBuilder &b, Parts &parts) {
  Value gate = root->getResult(0);
  double number = 1, scale = 1;
  if (std::optional<Product> product = productOf(gate)) {
    if (product->factors.size() != 1)
      return nullptr;
    number = product->number;
    gate = product->factors[0];
  }
  SmallVector<Operation *> found;
  Value x = ramp(gate, scale, found);
  if (!x || !isNear(number * scale, 1))
    return nullptr;
  parts.append(found);
  return HardSigmoidOp::create(b, root->getLoc(), x.getType(), x, APFloat(1.0f / 6), APFloat(0.5f));
}

static Operation *hardSwish(Operation *root, OpBuilder &b, Parts &parts) {
  return gated(root, [&](const Gated &g) -> Operation * {
    SmallVector<Operation *> found(g.parts);
    auto sigmoid = g.gate.getDefiningOp<HardSigmoidOp>();
    double scale = 1;
    Value x;
    if (sigmoid && isNear(sigmoid.getAlpha().convertToFloat(), 1.0 / 6) &&
        isNear(sigmoid.getBeta().convertToFloat(), 0.5)) {
      x = sigmoid.getInput();
      keepOp(found, g.gate);
    } else {
      SmallVector<Operation *> inside;
      x = ramp(g.gate, scale, inside);
      found.append(inside);
    }
    if (x != g.x || !isNear(g.number * scale, 1))
      return nullptr;
    parts.append(found);
    return HardSwishOp::create(b, root->getLoc(), x.getType(), x);
  });
}

// x·sigmoid(alpha·x)
static Operation *silu(Operation *root, OpBuilder &b, Parts &parts) {
  return gated(root, [&](const Gated &g) -> Operation * {
    auto sigmoid = g.gate.getDefiningOp<SigmoidOp>();
    if (!sigmoid || g.number != 1)
      return nullptr;
    SmallVector<Operation *> found(g.parts);
    keepOp(found, g.gate);
    float alpha = 1;
    if (sigmoid.getInput() != g.x) {
      std::optional<Product> scaled = productOf(sigmoid.getInput());
      if (!scaled || scaled->factors != ArrayRef(g.x))
        return nullptr;
      alpha = float(scaled->number);
      found.append(scaled->parts);
    }
    parts.append(found);
    return SwishOp::create(b, root->getLoc(), g.x.getType(), g.x, APFloat(alpha));
  });
}

// x / (1 + exp(−x))
static Operation *siluQuotient(Operation *root, OpBuilder &b, Parts &parts) {
  auto quotient = dyn_cast<DivOp>(root);
  Value power = quotient ? besides<AddOp>(quotient.getRhs(), 1) : Value();
  auto exp = power ? power.getDefiningOp<ExpOp>() : ExpOp();
  auto negative = exp ? exp.getInput().getDefiningOp<NegOp>() : NegOp();
  if (!negative || negative.getInput() != quotient.getLhs())
    return nullptr;
  parts.append({quotient.getRhs().getDefiningOp(), exp, negative});
  Value x = quotient.getLhs();
  return SwishOp::create(b, root->getLoc(), x.getType(), x, APFloat(1.0f));
}

static bool isProductOf(const std::optional<Product> &product, double number, Value x,
                        size_t count) {
  return product && isNear(product->number, number) &&
         product->factors == SmallVector<Value>(count, x);
}

// √½·x under erf.
static bool isErfOfX(Value value, Value x, Parts &parts) {
  auto erf = value.getDefiningOp<ErfOp>();
  std::optional<Product> inner = erf ? productOf(erf.getInput()) : std::nullopt;
  if (!isProductOf(inner, 1 / std::numbers::sqrt2, x, 1))
    return false;
  parts.push_back(erf);
  parts.append(inner->parts.begin(), inner->parts.end());
  return true;
}

// √(2/π)·(x + 0.044715·x³) under tanh, also with x taken out of the sum.
static bool isTanhOfX(Value value, Value x, Parts &parts) {
  constexpr double cubic = 0.044715;
  auto tanh = value.getDefiningOp<TanhOp>();
  std::optional<Product> inner = tanh ? productOf(tanh.getInput()) : std::nullopt;
  if (!inner || !isNear(inner->number, std::sqrt(2 * std::numbers::inv_pi)))
    return false;
  bool isOutside = inner->factors.size() == 2 && llvm::is_contained(inner->factors, x);
  if (inner->factors.size() != (isOutside ? 2u : 1u))
    return false;
  Value bent = inner->factors[isOutside && inner->factors[0] == x ? 1 : 0];
  auto sum = bent.getDefiningOp<AddOp>();
  Value power = isOutside ? besides<AddOp>(bent, 1)
                : !sum    ? Value()
                          : (sum.getLhs() == x ? sum.getRhs() : sum.getLhs());
  bool hasX = isOutside || (sum && (sum.getLhs() == x || sum.getRhs() == x));
  std::optional<Product> cube = power && hasX ? productOf(power) : std::nullopt;
  if (!isProductOf(cube, cubic, x, isOutside ? 2 : 3))
    return false;
  parts.push_back(tanh);
  parts.append(inner->parts.begin(), inner->parts.end());
  keepOp(parts, bent);
  parts.append(cube->parts.begin(), cube->parts.end());
  return true;
}

template <bool byTanh> static Operation *gelu(Operation *root, OpBuilder &b, Parts &parts) {
  return gated(root, [&](const Gated &g) -> Operation * {
    Value bell = isNear(g.number, 0.5) ? besides<AddOp>(g.gate, 1) : Value();
    SmallVector<Operation *> found(g.parts);
    if (!bell || !(byTanh ? isTanhOfX(bell, g.x, found) : isErfOfX(bell, g.x, found)))
      return nullptr;
    keepOp(found, g.gate);
    parts.append(found);
    return GeluOp::create(b, root->getLoc(), g.x.getType(), g.x,
                          StringRef(byTanh ? "tanh" : "none"));
  });
}

// log(1 + exp(x))
static Operation *softplus(Operation *root, OpBuilder &b, Parts &parts) {
  auto log = dyn_cast<LogOp>(root);
  Value power = log ? besides<AddOp>(log.getInput(), 1) : Value();
  auto exp = power ? power.getDefiningOp<ExpOp>() : ExpOp();
  if (!exp || exp.getInput().getType() != log.getType())
    return nullptr;
  parts.append({log.getInput().getDefiningOp(), exp});
  return SoftplusOp::create(b, root->getLoc(), log.getType(), exp.getInput());
}

static Operation *mish(Operation *root, OpBuilder &b, Parts &parts) {
  return gated(root, [&](const Gated &g) -> Operation * {
    auto tanh = g.gate.getDefiningOp<TanhOp>();
    auto inner = tanh ? tanh.getInput().getDefiningOp<SoftplusOp>() : SoftplusOp();
    if (!inner || inner.getInput() != g.x || g.number != 1)
      return nullptr;
    SmallVector<Operation *> found(g.parts);
    found.append({tanh, inner});
    parts.append(found);
    return MishOp::create(b, root->getLoc(), g.x.getType(), g.x);
  });
}

void addActivations(Rewrites &rewrites) {
  rewrites.add<Spelled>({"recognize-composites/hard-sigmoid", Promise::F32Rounding}, hardSigmoid)
      .add<Spelled>({"recognize-composites/hard-swish", Promise::F32Rounding}, hardSwish)
      .add<Spelled>({"recognize-composites/silu", Promise::F32Rounding}, silu)
      .add<Spelled>({"recognize-composites/silu-quotient", Promise::F32Rounding}, siluQuotient)
      .add<Spelled>({"recognize-composites/gelu", Promise::F32Rounding}, gelu<false>)
      .add<Spelled>({"recognize-composites/gelu-tanh", Promise::F32Rounding}, gelu<true>)
      .add<Spelled>({"recognize-composites/softplus", Promise::F32Rounding}, softplus)
      .add<Spelled>({"recognize-composites/mish", Promise::F32Rounding}, mish);
}

} // namespace qopt
