// (L20) Comparisons and squared differences.
#include "importers/tflite/integers/expanded.h"

#include "ir/types/quant_type.h"

using namespace mlir;
using namespace qopt::nn::lite;

namespace qopt::tflite {

static double scaleOf(Value x) { return nn::quantParams(x.getType())->scale; }

// (q − z)·2^bits·m
static Value finer(Integers &i, Value x, int bits, double m) {
  return i.scaled(i.mul(i.centred(x), i.number(int64_t(1) << bits)), Multiplier(m));
}

Value squaredDifferenceOfSteps(LayerBinder &b, Value x, Value y, Type result) {
  if (!b.ok())
    return {};
  Integers i(b);
  constexpr int bits = 7;
  const double twice = 2 * std::max(scaleOf(x), scaleOf(y));
  Value difference =
      i.sub(finer(i, x, bits, scaleOf(x) / twice), finer(i, y, bits, scaleOf(y) / twice));
  const Multiplier m(twice * twice / (0x1p14 * nn::quantParams(result)->scale));
  return i.clamped(i.scaled(i.mul(difference, difference), m), result);
}

std::pair<Value, Value> comparableSteps(LayerBinder &b, Value x, Value y) {
  if (!b.ok())
    return {};
  Integers i(b);
  return {finer(i, x, 8, scaleOf(x)), finer(i, y, 8, scaleOf(y))};
}

} // namespace qopt::tflite
