// MAX_POOL_2D, AVERAGE_POOL_2D, L2_POOL_2D.
#include "importers/common/ops/pools.h"
#include "importers/tflite/graph/op_table.h"
#include "importers/tflite/ops/windows/window.h"
#include "ir/ops.h"
#include "ir/types/quant_type.h"

using namespace mlir;

namespace qopt::tflite {

static ImageWindow windowOf(Binder &b, Value x, const schema::Pool2DOptions &said) {
  ImageWindow window;
  window.kernel = {said.filter_height(), said.filter_width()};
  window.strides = {said.stride_h(), said.stride_w()};
  window.dilations = {1, 1};
  pad(b, x, said.padding(), window);
  return window;
}

// Steps are compared as they are: the largest step is the largest value.
static void maximum(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::Pool2DOptions>();
  b.require(said, "has no options");
  if (!b.ok())
    return;
  const bool isPlain = said->fused_activation_function() == schema::ActivationFunctionType::NONE;
  Value x = isPlain ? b.stored(0, channelsFirst(4)) : b.real(0, channelsFirst(4));
  if (!b.ok())
    return;
  b.require(rankOf(x) == 4, "an image of rank " + Twine(rankOf(x)) + ", not 4");
  ImageWindow window = windowOf(b, x, *said);
  Value y = maxPool(b, "pool", x, window);
  if (isPlain)
    return b.bindStored(0, y, channelsFirst(4));
  b.bindReal(0, b.activated(y, said->fused_activation_function()), channelsFirst(4));
}

// Positions of the padding do not count.
static void average(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::Pool2DOptions>();
  b.require(said, "has no options");
  Value x;
  readImage(b, x);
  if (!b.ok())
    return;
  Value y = averagePool(b, "pool", x, windowOf(b, x, *said), {});
  b.bindReal(0, b.activated(y, said->fused_activation_function()), channelsFirst(4));
}

// The root of the mean of squares.
static void rootMeanSquare(Binder &b) {
  const auto *said = b.arity(1, 1).options<schema::Pool2DOptions>();
  b.require(said, "has no options");
  Value x;
  readImage(b, x);
  if (!b.ok())
    return;
  Value squares = b.part<nn::MulOp>("squares", b.f32(), x, x);
  Value mean = averagePool(b, "mean", squares, windowOf(b, x, *said), {});
  Value y = b.part<nn::SqrtOp>("root", b.f32(), mean);
  b.bindReal(0, b.activated(y, said->fused_activation_function()), channelsFirst(4));
}

ArrayRef<OpEntry> poolOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {MAX_POOL_2D, maximum}, {AVERAGE_POOL_2D, average}, {L2_POOL_2D, rootMeanSquare}};
  return ops;
}

} // namespace qopt::tflite
