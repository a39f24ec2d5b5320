// QUANTIZE, DEQUANTIZE, FAKE_QUANT, CAST and DENSIFY change the type of elements, or how they are
// stored.
#include "importers/common/ops/fake_quantize.h"
#include "importers/tflite/file/tensor_data.h"
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/integers.h"
#include "importers/tflite/ops/expand.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

#include <cmath>

using namespace mlir;

namespace qopt::tflite {

static bool isLong(const std::optional<Steps> &steps) {
  return steps && qrt::bitWidth(steps->storage) == 32;
}

// Steps of 32 bits, which operations on steps do not take.
static bool requantizesLong(Binder &b) {
  if (!b.ok() || !(isLong(b.inputSteps(0)) || isLong(b.outputSteps(0))))
    return false;
  return expandsSteps(b, [&](const Values &x, Type element) {
    Integers i(b);
    const nn::lite::Multiplier m(nn::quantParams(x[0].getType())->scale /
                                 nn::quantParams(element)->scale);
    return i.clamped(i.scaled(i.centred(x[0]), m), element);
  });
}

static void quantize(Binder &b) {
  b.arity(1, 1);
  if (requantizesLong(b))
    return;
  Values x = b.read({0});
  if (b.ok())
    b.bindReal(0, x[0], x.order);
}

// A constant stays as it is stored: who reads it makes real values of it in its own order.
static void dequantize(Binder &b) {
  b.arity(1, 1);
  if (b.ok() && b.isConstant(0))
    return b.handOn(0, 0);
  quantize(b);
}

// The constant is dense already.
static void densify(Binder &b) {
  b.arity(1, 1).require(b.isConstant(0), "of a value that is no constant");
  b.handOn(0, 0);
}

// Ends moved so that 0 is a step, as TensorFlow does.
static void fakeQuant(Binder &b) {
  const auto *said = b.options<schema::FakeQuantOptions>();
  b.require(said, "has no options");
  Values x = b.arity(1, 1).read({0});
  if (!b.ok())
    return;
  b.bounded(said->num_bits(), 2, 16, "num_bits");
  b.require(said->min() < said->max(), "its range is empty");
  if (!b.ok())
    return;
  FakeQuant q;
  q.least = said->narrow_range() ? 1 : 0;
  q.most = (int64_t(1) << said->num_bits()) - 1;
  const float scale = (said->max() - said->min()) / float(q.most - q.least);
  b.support(std::isnormal(scale), "with a scale that is no normal number");
  if (!b.ok())
    return;
  const float zero = float(q.least) - said->min() / scale;
  q.scales = {scale};
  q.zeroPoints = {std::clamp<int64_t>(int64_t(std::floor(zero + 0.5f)), q.least, q.most)};
  b.bindReal(0, fakeQuantized(b, x[0], q), x.order);
}

static void cast(Binder &b) {
  b.arity(1, 1);
  const schema::Tensor *result = b.outputTensor(0);
  b.require(result != nullptr, "has no output");
  if (!b.ok())
    return;
  std::optional<qrt::ElementType> type = elementTypeOf(result->type());
  b.support(type && qrt::loadedType(*type), "to " + typeName(result->type()));
  if (!b.ok())
    return;
  if (b.isInts(0) && qrt::isSigned(*type) && qrt::bitWidth(*type) >= 32) {
    IntTensor ints;
    b.ints(0, ints);
    ints.wide = qrt::bitWidth(*type) == 64;
    return b.bind(0, ints);
  }
  Values x = b.readStored({0});
  if (!b.ok())
    return;
  b.support(!nn::isQuantized(x[0].getType()), "of quantized values");
  Type to = nn::plainElementType(b.context(), *type);
  if (elementOf(x[0]) == to)
    return b.alias(0, 0);
  b.bindStored(0, b.part<nn::CastOp>("cast", to, x[0], BoolAttr()), x.order);
}

ArrayRef<OpEntry> quantizeOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{QUANTIZE, quantize},
                                    {DEQUANTIZE, dequantize},
                                    {FAKE_QUANT, fakeQuant},
                                    {CAST, cast},
                                    {DENSIFY, densify}};
  return ops;
}

} // namespace qopt::tflite
