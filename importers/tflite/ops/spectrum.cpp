// Complex numbers: RFFT2D, REAL, IMAG, COMPLEX_ABS. A tensor of them has a further dimension of
// size 2 behind the file's: real and imaginary parts.
#include "importers/tflite/graph/op_table.h"
#include "ir/ops.h"

#include <cmath>
#include <numbers>

using namespace mlir;

namespace qopt::tflite {

// cos(2π·turn/length); a quarter's multiples are exact.
static double cosine(int64_t turn, int64_t length) {
  turn %= length;
  if (4 * turn % length == 0)
    return turn == 0 ? 1 : 2 * turn == length ? -1 : 0;
  return std::cos(2 * std::numbers::pi * double(turn) / double(length));
}
static double sine(int64_t turn, int64_t length) {
  turn %= length;
  if (4 * turn % length == 0)
    return 2 * turn % length == 0 ? 0 : 4 * turn == length ? 1 : -1;
  return std::sin(2 * std::numbers::pi * double(turn) / double(length));
}

// e^(−2πi·row·column/length), of which part 0 is real: [rows·parts, columns·2]. Each row is one
// element of the input, of one or two parts; those from `length` on count nothing.
static Value matrix(Binder &b, StringRef name, int64_t length, int64_t rows, int64_t parts,
                    int64_t columns) {
  const int64_t height = rows * parts, width = columns * 2;
  b.support(height <= (int64_t(1) << 24) / width, "whose matrix has more than 2^24 elements");
  if (!b.ok())
    return {};
  qrt::Tensor values = qrt::Tensor::allocate(qrt::ElementType::F32, {height, width});
  float *next = values.mutableValues<float>().data();
  for (int64_t i = 0; i < height; ++i)
    for (int64_t j = 0; j < width; ++j, ++next) {
      const int64_t row = i / parts, turn = row * (j / 2);
      const double factor = i % parts == j % 2 ? cosine(turn, length)
                            : j % 2 == 1       ? -sine(turn, length)
                                               : sine(turn, length);
      *next = row < length ? float(factor) : 0;
    }
  return b.constantPart(name, RankedTensorType::get({height, width}, b.f32()), values);
}

// Products with the rows of a matrix along the last dimension.
static Value along(Binder &b, const std::string &name, Value x, Value matrix,
                   ArrayRef<nn::Dim> shape) {
  if (!b.ok())
    return {};
  const nn::Dim rows = dimsOf(matrix)[0];
  std::optional<nn::Dim> count = nn::productOf(dimsOf(x));
  std::optional<nn::Dim> outer = count ? nn::quotient(*count, rows) : std::nullopt;
  b.support(outer.has_value(), "of so large an image");
  if (!b.ok())
    return {};
  Value flat = b.reshapePart(name + "/rows", x, {*outer, rows});
  Value product = b.part<nn::MatmulOp>(name, b.f32(), flat, matrix, Value(), false);
  return b.ok() ? b.reshapePart(name + "/spectrum", product, shape) : Value();
}

// The two dimensions before the last change places.
static Value turned(Binder &b, const std::string &name, Value x) {
  if (!b.ok())
    return {};
  Ints order = llvm::to_vector<4>(llvm::seq<int64_t>(0, rankOf(x)));
  std::swap(order[order.size() - 2], order[order.size() - 3]);
  return b.part<nn::TransposeOp>(name, b.f32(), x, order);
}

// The spectrum of a real signal is half of it along the last dimension; the transform goes on
// along the one before. An image is cut, or has zeros behind it, to the transform's size.
static void realSpectrum(Binder &b) {
  Ints size;
  Value x = b.arity(2, 2).real(0);
  b.ints(1, size);
  b.require(!b.ok() || (size.size() == 2 && rankOf(x) >= 2), "needs an image and its two sizes");
  if (!b.ok())
    return;
  b.bounded(size, 1, 1 << 20, "size");
  SmallVector<nn::Dim> shape = dimsOf(x);
  const nn::Dim height = shape[shape.size() - 2], width = shape.back();
  b.support(height.isStatic() && width.isStatic(), "of open sizes; give --shape");
  b.support(elementOf(x).isF32(), "of integers");
  b.support(!b.ok() || size[1] > 1, "of one column");
  if (!b.ok())
    return;
  const int64_t columns = size[1] / 2 + 1;
  shape.back() = nn::staticDim(columns);
  shape.push_back(nn::staticDim(2));
  Value rows =
      along(b, "along_rows", x, matrix(b, "row", size[1], width.value(), 1, columns), shape);
  Value upright = turned(b, "upright", rows);
  std::swap(shape[shape.size() - 2], shape[shape.size() - 3]);
  shape[shape.size() - 2] = nn::staticDim(size[0]);
  Value both = along(b, "along_columns", upright,
                     matrix(b, "column", size[0], height.value(), 2, size[0]), shape);
  Value y = turned(b, "spectrum", both);
  if (b.ok())
    b.bind(0, y);
}

static Value partOf(Binder &b, StringRef name, Value x, int64_t index) {
  if (!b.ok())
    return {};
  SmallVector<nn::Dim> shape = dimsOf(x), one = shape;
  b.require(!shape.empty() && shape.back() == nn::staticDim(2), "of a value that is not complex");
  if (!b.ok())
    return {};
  one.back() = nn::staticDim(1);
  shape.pop_back();
  Ints starts(one.size(), 0);
  starts.back() = index;
  Value slice =
      b.partAs<nn::SliceOp>((name + "/slice").str(), one, b.f32(), x, starts, Ints(one.size(), 1));
  return b.ok() ? b.reshapePart(name, slice, shape) : Value();
}

static Value complexInput(Binder &b) {
  b.arity(1, 1);
  b.support(b.inputTensor(0) && b.inputTensor(0)->type() == schema::TensorType::COMPLEX64,
            "of values that are not COMPLEX64");
  return b.ok() ? b.real(0) : Value();
}

static void realPart(Binder &b) { b.bindReal(0, partOf(b, "real", complexInput(b), 0)); }
static void imaginaryPart(Binder &b) { b.bindReal(0, partOf(b, "imaginary", complexInput(b), 1)); }

static void magnitude(Binder &b) {
  Value x = complexInput(b);
  if (!b.ok())
    return;
  b.bindReal(0, b.part<nn::ReduceL2Op>("magnitude", b.f32(), x, Ints{rankOf(x) - 1},
                                       /*keep_dims=*/false));
}

ArrayRef<OpEntry> spectrumOps() {
  using enum schema::BuiltinOperator;
  static constexpr OpEntry ops[] = {
      {RFFT2D, realSpectrum}, {REAL, realPart}, {IMAG, imaginaryPart}, {COMPLEX_ABS, magnitude}};
  return ops;
}

} // namespace qopt::tflite
