// L2_NORMALIZATION, LOCAL_RESPONSE_NORMALIZATION.
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/integers/expanded.h"
#include "importers/tflite/ops/expand.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

// x / max(√Σ x², 10⁻⁶) along the channels.
static void l2(Binder &b) {
  b.arity(1, 1);
  auto ofSteps = [&](const Values &x, Type element) {
    b.require(rankOf(x[0]) >= 1, "of a number");
    return b.ok() ? l2NormOfSteps(b, x[0], placeOf(rankOf(x[0]) - 1, x.order), element) : Value();
  };
  if (expandsSteps(b, ofSteps))
    return;
  Values x = b.read({0});
  if (!b.ok())
    return;
  b.require(rankOf(x[0]) >= 1, "of a number");
  if (!b.ok())
    return;
  const int64_t axis = placeOf(rankOf(x[0]) - 1, x.order);
  Value norm = b.part<nn::ReduceL2Op>("norm", b.f32(), x[0], Ints{axis}, /*keep_dims=*/true);
  Value least = b.part<nn::MaxOp>("least", b.f32(), norm, b.scalarPart("epsilon", 1e-6f));
  b.bindReal(0, b.part<nn::DivOp>("normalized", b.f32(), x[0], least), x.order);
}

// x / (bias + alpha·Σ x²)^beta, over `radius` channels on either side; nn.lrn divides its sum.
static void local(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::LocalResponseNormalizationOptions>();
  b.require(said, "has no options");
  Value x = b.real(0, channelsFirst(4));
  b.require(!b.ok() || rankOf(x) == 4, "of a value that is no image of rank 4");
  if (!b.ok())
    return;
  b.bounded(said->radius(), 0, 31, "radius");
  if (!b.ok())
    return;
  const int64_t size = 2 * int64_t(said->radius()) + 1;
  Value y = b.part<nn::LrnOp>("normalized", b.f32(), x, uint64_t(size),
                              APFloat(said->alpha() * float(size)), APFloat(said->beta()),
                              APFloat(said->bias()), /*within_channels=*/false);
  b.bindReal(0, y, channelsFirst(4));
}

ArrayRef<OpEntry> normOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {{L2_NORMALIZATION, l2}, {LOCAL_RESPONSE_NORMALIZATION, local}};
  return ops;
}

} // namespace qopt::tflite
