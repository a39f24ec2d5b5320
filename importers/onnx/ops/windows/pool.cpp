// MaxPool, AveragePool, LpPool and the global pools.
#include "importers/onnx/ops/windows/pool.h"
#include "importers/common/ops/pools.h"
#include "importers/onnx/graph/op_table.h"
#include "importers/onnx/ops/windows/window.h"
#include "ir/ops.h"

#include <limits>

using namespace mlir;

namespace qopt::onnx {

// Integers are pooled as f32, which holds those of 8 and 16 bits exactly; steps as they are: the
// largest step is the largest value.
static void poolable(Binder &b, Value &x, Type &stored) {
  Value given;
  if (!b.any(0, given).ok())
    return;
  stored = elementOf(given);
  if (nn::isQuantized(stored))
    x = given;
  else if (stored.isInteger(8) || stored.isInteger(16))
    x = b.part<nn::CastOp>("real", b.f32(), given);
  else
    b.input(0, x);
}

// The second output. It has the key of a part: the layer's own is that of the first.
static void bindPlaces(Binder &b, Value x, const Window &window, bool columnMajor) {
  int64_t positions = 1;
  for (int64_t size : window.kernel)
    positions = std::min(positions * std::min<int64_t>(size, 1 << 20), int64_t(1) << 20);
  b.support(positions <= 256,
            "its second output, the indices, of windows of more than 256 positions");
  b.bind(1, b.part<nn::MaxPlaceOp>("indices", b.i64(), x, window.kernel, window.strides,
                                   window.pads, window.dilations, columnMajor));
}

static void maxPool(Binder &b) {
  Value x;
  Type stored;
  Window window;
  int64_t storageOrder = 0;
  b.arity(1, 1).attr("storage_order", storageOrder);
  poolable(b, x, stored);
  readWindow(b, x, window);
  applyCeilMode(b, x, window);
  if (!b.ok())
    return;
  bool narrows = stored != elementOf(x);
  b.bounded(storageOrder, 0, 1, "storage_order");
  if (b.isRead(1) && nn::isQuantized(stored))
    b.support(false, "of steps, with its second output, the indices");
  else if (b.isRead(1))
    bindPlaces(b, x, window, storageOrder == 1);
  if (!b.ok())
    return;
  Value y = qopt::maxPool(b, narrows ? "pooled" : "", x, window);
  if (narrows)
    b.emit<nn::CastOp>(stored, y);
  else
    b.bind(0, y);
}

// Positions added by ceil_mode never count, those of `pads` may.
Value averagePoolPart(Binder &b, StringRef name, Value x) {
  Window window;
  bool countPads = false;
  b.attr("count_include_pad", countPads);
  readWindow(b, x, window);
  if (!b.ok())
    return {};
  Ints counted = countPads ? window.pads : Ints();
  applyCeilMode(b, x, window);
  return b.ok() ? qopt::averagePool(b, name, x, window, counted) : Value();
}

static void averagePool(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  b.bindReal(0, averagePoolPart(b, "", x));
}

static Ints imageAxes(Value x) {
  return llvm::to_vector(llvm::seq<int64_t>(2, std::max<int64_t>(2, rankOf(x))));
}

template <typename Reduce> static void globalPool(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an image");
  b.emit<Reduce>(b.f32(), x, imageAxes(x), /*keep_dims=*/true);
}

// |x|^p, by multiplications.
static Value power(Binder &b, Value x, int64_t p) {
  if (p == 2)
    return b.part<nn::MulOp>("power", b.f32(), x, x);
  Value magnitude = b.part<nn::AbsOp>("magnitude", b.f32(), x), product = magnitude;
  for (int64_t i = 1; i < p; ++i)
    product = b.part<nn::MulOp>("power", b.f32(), product, magnitude);
  return product;
}

// The p-th root of a sum of powers, the layer's result.
static void emitRoot(Binder &b, Value sum, int64_t p) {
  if (p == 2)
    return b.emit<nn::SqrtOp>(b.f32(), sum);
  Value logarithm = b.part<nn::LogOp>("logarithm", b.f32(), sum);
  Value share = b.scalarPart("share", 1 / float(p));
  b.emit<nn::ExpOp>(b.f32(), b.part<nn::MulOp>("exponent", b.f32(), logarithm, share));
}

static int64_t readNorm(Binder &b) {
  int64_t p = 2;
  b.attr("p", p).bounded(p, 1, std::numeric_limits<int32_t>::max(), "p");
  b.support(p <= 16, "with p above 16");
  return p;
}

// The mean over all positions, those of the padding too, times their number is the sum.
static void lpPool(Binder &b) {
  Value x;
  Window window;
  b.arity(1, 1).input(0, x);
  int64_t p = readNorm(b);
  readWindow(b, x, window);
  applyCeilMode(b, x, window);
  if (!b.ok())
    return;
  double positions = 1;
  for (int64_t size : window.kernel)
    positions *= double(size);
  Value mean = qopt::averagePool(b, "mean", power(b, x, p), window, window.pads);
  Value count = b.scalarPart("count", float(positions));
  if (p == 1)
    return b.emit<nn::MulOp>(b.f32(), mean, count);
  emitRoot(b, b.part<nn::MulOp>("sum", b.f32(), mean, count), p);
}

static void globalLpPool(Binder &b) {
  Value x;
  b.arity(1, 1).input(0, x);
  int64_t p = readNorm(b);
  if (!b.ok())
    return;
  b.require(rankOf(x) >= 3, "needs an image");
  if (p == 1)
    return b.emit<nn::ReduceL1Op>(b.f32(), x, imageAxes(x), /*keep_dims=*/true);
  if (p == 2)
    return b.emit<nn::ReduceL2Op>(b.f32(), x, imageAxes(x), /*keep_dims=*/true);
  emitRoot(b, b.part<nn::ReduceSumOp>("sum", b.f32(), power(b, x, p), imageAxes(x), true), p);
}

ArrayRef<OpEntry> poolOps() {
  static constexpr OpEntry ops[] = {{"MaxPool", maxPool},
                                    {"AveragePool", averagePool},
                                    {"LpPool", lpPool},
                                    {"GlobalLpPool", globalLpPool},
                                    {"GlobalAveragePool", globalPool<nn::ReduceMeanOp>},
                                    {"GlobalMaxPool", globalPool<nn::ReduceMaxOp>}};
  return ops;
}

} // namespace qopt::onnx
