// Spectra as products with constant matrices: DFT, STFT.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace qopt::onnx {

namespace {
/// A discrete Fourier transform: `parts` (1 real, 2 complex) of each of `rows` elements become
/// `resultParts` of each of `columns`.
struct Transform {
  int64_t length = 0, rows = 0, columns = 0;
  int64_t parts = 1, resultParts = 2;
  bool inverse = false;
  std::vector<double> window; // a factor for each row, or none
};
} // namespace

// A real signal's spectrum is half of it: of what is given once, the mirrored half counts too.
static bool isMirrored(const Transform &t, int64_t row) {
  return t.resultParts == 1 && row > 0 && 2 * row < t.length;
}

static float factorOf(const Transform &t, int64_t row, int64_t part, int64_t column,
                      int64_t resultPart) {
  const bool isHalf = t.resultParts == 1;
  if (row >= t.length || (isHalf && 2 * row > t.length))
    return 0;
  // Sizes are below 2^25: the product is exact.
  double angle = 2 * std::numbers::pi * double(row * column % t.length) / double(t.length);
  double imaginary = t.inverse ? std::sin(angle) : -std::sin(angle);
  double factor = part == resultPart ? std::cos(angle) : part < resultPart ? imaginary : -imaginary;
  if (t.inverse)
    factor /= double(t.length);
  if (isMirrored(t, row))
    factor *= 2;
  return float(t.window.empty() ? factor : factor * t.window[row]);
}

static Value matrixPart(Binder &b, const Transform &t) {
  int64_t height = t.rows * t.parts, width = t.columns * t.resultParts;
  b.support(height <= (int64_t(1) << 24) / width, "whose matrix has more than 2^24 elements");
  if (!b.ok())
    return {};
  qrt::Tensor matrix = qrt::Tensor::allocate(qrt::ElementType::F32, {height, width});
  float *values = matrix.mutableValues<float>().data();
  for (int64_t i = 0; i < height; ++i)
    for (int64_t j = 0; j < width; ++j)
      *values++ = factorOf(t, i / t.parts, i % t.parts, j / t.resultParts, j % t.resultParts);
  return b.constantPart("matrix", RankedTensorType::get({height, width}, b.f32()), matrix);
}

// x is [a…, rows, parts]; the result [a…, columns, resultParts] under the layer's key, or a part's.
static Value transformed(Binder &b, Value x, const Transform &t) {
  SmallVector<nn::Dim> shape = llvm::to_vector(nn::symbolicShape(x));
  std::optional<nn::Dim> outer = nn::productOf(ArrayRef(shape).drop_back(2));
  b.support(outer.has_value(), "of a size that is too large");
  Value matrix = matrixPart(b, t);
  if (!b.ok())
    return {};
  Value flat = b.reshapePart("flat", x, {*outer, nn::staticDim(t.rows * t.parts)});
  return b.part<nn::MatmulOp>("product", b.f32(), flat, matrix, Value(), false);
}

static SmallVector<nn::Dim> resultShape(ArrayRef<nn::Dim> from, const Transform &t) {
  SmallVector<nn::Dim> shape = llvm::to_vector(from.drop_back(2));
  shape.push_back(nn::staticDim(t.columns));
  shape.push_back(nn::staticDim(t.resultParts));
  return shape;
}

// The axis, counted over all dimensions; the last one holds the parts.
static int64_t readAxis(Binder &b, Value x) {
  Ints axis{b.opset() < 20 ? 1 : -2};
  if (b.opset() < 20)
    b.attr("axis", axis[0]);
  else if (b.has(2))
    b.ints(2, axis);
  b.require(!b.ok() || axis.size() == 1, "axis is no scalar");
  if (!b.ok() || !b.axis(axis[0], rankOf(x)).ok())
    return 0;
  b.require(axis[0] + 1 < rankOf(x), "axis is that of the complex parts");
  return axis[0];
}

// 1 for real, 2 for complex elements.
static int64_t partsOf(Binder &b, Value x) {
  nn::Dim last = nn::symbolicShape(x).back();
  b.require(last == nn::staticDim(1) || last == nn::staticDim(2),
            "the last dimension is " + last.text() + ", not 1 or 2");
  return last == nn::staticDim(2) ? 2 : 1;
}

static Transform readTransform(Binder &b, Value x, int64_t axis) {
  Transform t;
  bool onesided = false;
  b.attr("inverse", t.inverse).attr("onesided", onesided);
  nn::Dim size = nn::symbolicShape(x)[axis];
  b.support(size.isStatic(), "of a size that varies with the input's shape; give --shape");
  t.parts = partsOf(b, x);
  if (!b.ok())
    return t;
  t.rows = size.value();
  t.resultParts = t.inverse && onesided ? 1 : 2;
  Ints length{t.resultParts == 1 ? 2 * (t.rows - 1) : t.rows};
  if (b.has(1))
    b.ints(1, length);
  b.require(!b.ok() || (length.size() == 1 && length[0] > 0), "dft_length is no positive scalar");
  b.support(!b.ok() || length[0] <= 1 << 24, "of more than 2^24 elements");
  b.require(t.resultParts == 2 || t.parts == 2, "a onesided inverse needs complex elements");
  if (!b.ok())
    return t;
  t.length = length[0];
  t.columns = onesided && !t.inverse ? t.length / 2 + 1 : t.length;
  return t;
}

static void dft(Binder &b) {
  Value x;
  b.arity(1, b.opset() < 20 ? 2 : 3).input(0, x);
  b.require(!b.ok() || rankOf(x) >= 2, "needs a signal of rank 2 at least");
  if (!b.ok())
    return;
  int64_t axis = readAxis(b, x), rank = rankOf(x);
  if (!b.ok())
    return;
  Transform t = readTransform(b, x, axis);
  Ints order;
  for (int64_t i = 0; i < rank; ++i)
    order.push_back(i);
  std::swap(order[axis], order[rank - 2]);
  bool moves = axis != rank - 2;
  if (moves)
    x = b.part<nn::TransposeOp>("moved", b.f32(), x, order);
  if (!b.ok())
    return;
  Value product = transformed(b, x, t);
  if (!b.ok())
    return;
  SmallVector<nn::Dim> shape = resultShape(nn::symbolicShape(x), t);
  if (!moves)
    return b.emitReshape(product, shape);
  Value spectrum = b.reshapePart("spectrum", product, shape);
  b.emit<nn::TransposeOp>(b.f32(), spectrum, order);
}

// ---- STFT ----

static int64_t scalarInt(Binder &b, unsigned index) {
  Ints values;
  b.ints(index, values)
      .require(!b.ok() || values.size() == 1, "frame_step or frame_length is no scalar");
  if (b.ok())
    b.bounded(values, 1, int64_t(1) << 24, "frame_step or frame_length");
  return b.ok() ? values[0] : 1;
}

// frames of [batch, length, parts], as [batch, frames, frame, parts].
static Value framesPart(Binder &b, Value x, int64_t count, int64_t frame, int64_t step) {
  qrt::Tensor places = qrt::Tensor::allocate(qrt::ElementType::I32, {count, frame});
  for (int64_t i = 0; i < count * frame; ++i)
    places.mutableValues<int32_t>()[i] = int32_t(i / frame * step + i % frame);
  auto type = RankedTensorType::get({count, frame}, IntegerType::get(b.context(), 32));
  Value indices = b.constantPart("places", type, places);
  return b.part<nn::GatherOp>("frames", b.f32(), x, indices, uint64_t(1));
}

static void stft(Binder &b) {
  Value x, window;
  bool onesided = true;
  b.arity(2, 4).input(0, x).optional(2, window).attr("onesided", onesided);
  b.require(!b.ok() || rankOf(x) == 2 || rankOf(x) == 3,
            "needs a signal of rank 3, or of rank 2 for a real one");
  if (b.ok() && rankOf(x) == 2) { // as ONNX Runtime takes it, and PyTorch writes it
    SmallVector<nn::Dim> shape(nn::symbolicShape(x));
    shape.push_back(nn::staticDim(1));
    x = b.reshapePart("signal", x, shape);
  }
  int64_t step = scalarInt(b, 1);
  if (!b.ok())
    return;
  nn::Dim length = nn::symbolicShape(x)[1];
  b.support(length.isStatic(), "of a length that varies with the input's shape; give --shape");
  b.require(window || b.has(3), "needs a window or a frame_length");
  b.require(!window || (rankOf(window) == 1 && nn::symbolicShape(window)[0].isStatic()),
            "the window is no vector");
  Transform t;
  t.parts = partsOf(b, x);
  if (!b.ok())
    return;
  t.length = b.has(3) ? scalarInt(b, 3) : nn::symbolicShape(window)[0].value();
  t.rows = t.length;
  t.columns = onesided ? t.length / 2 + 1 : t.length;
  b.require(!window || nn::symbolicShape(window)[0] == nn::staticDim(t.length),
            "the window is not as long as frame_length");
  b.require(!b.ok() || t.length <= length.value(), "frame_length exceeds the signal");
  qrt::Tensor factors;
  if (b.ok() && window && b.isConstant(2) && b.reals(2, factors).ok())
    for (float factor : factors.values<float>())
      t.window.push_back(factor);
  if (!b.ok())
    return;
  int64_t count = (length.value() - t.length) / step + 1;
  b.support(count <= (int64_t(1) << 24) / t.length, "of frames with more than 2^24 elements");
  if (!b.ok())
    return;
  Value frames = framesPart(b, x, count, t.length, step);
  if (window && t.window.empty())
    frames = b.part<nn::MulOp>(
        "windowed", b.f32(), frames,
        b.reshapePart("window", window, {nn::staticDim(t.length), nn::staticDim(1)}));
  if (!b.ok())
    return;
  Value product = transformed(b, frames, t);
  if (b.ok())
    b.emitReshape(product, resultShape(nn::symbolicShape(frames), t));
}

ArrayRef<OpEntry> spectrumOps() {
  static constexpr OpEntry ops[] = {{"DFT", dft}, {"STFT", stft}};
  return ops;
}

} // namespace qopt::onnx
