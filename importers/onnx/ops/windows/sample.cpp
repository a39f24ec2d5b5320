// Images sampled at places that data say, and determinants: GridSample, AffineGrid, Det.
#include "importers/onnx/graph/op_table.h"
#include "ir/ops.h"

using namespace mlir;

namespace qopt::onnx {

// Until opset 20 the modes had other names, and images two dimensions.
static void gridSample(Binder &b) {
  Value x, grid;
  std::string mode = "linear", padding = "zeros";
  bool alignsCorners = false;
  b.arity(2, 2).input(0, x).input(1, grid).attr("mode", mode).attr("padding_mode", padding);
  b.attr("align_corners", alignsCorners);
  if (mode == "bilinear")
    mode = "linear";
  if (mode == "bicubic")
    mode = "cubic";
  b.require(mode == "nearest" || mode == "linear" || mode == "cubic",
            "mode '" + mode + "' is unknown");
  b.require(padding == "zeros" || padding == "border" || padding == "reflection",
            "padding_mode '" + padding + "' is unknown");
  if (!b.ok())
    return;
  int64_t rank = rankOf(x);
  b.support(rank >= 3 && rank <= 5, "of rank " + Twine(rank) + ", images of rank 3 to 5 are read");
  b.support(mode != "cubic" || rank <= 4, "of mode cubic in three dimensions; linear is read");
  b.emit<nn::GridSampleOp>(b.f32(), x, grid, mode, padding, alignsCorners);
}

// ---- AffineGrid ----

// [d + 1, Π image]: where each element lies, the last dimension first, and ones.
static qrt::Tensor homogeneousGrid(ArrayRef<int64_t> image, bool alignsCorners) {
  int64_t rank = int64_t(image.size()), count = 1;
  for (int64_t size : image)
    count *= size;
  qrt::Tensor grid = qrt::Tensor::allocate(qrt::ElementType::F32, {rank + 1, count});
  float *values = grid.mutableValues<float>().data();
  std::fill(values + rank * count, values + (rank + 1) * count, 1.0f);
  int64_t inner = 1;
  for (int64_t row = 0; row < rank; ++row) {
    int64_t size = image[rank - 1 - row];
    for (int64_t i = 0; i < count; ++i) {
      double at = double(i / inner % size);
      double place = alignsCorners ? (size == 1 ? -1 : 2 * at / double(size - 1) - 1)
                                   : (2 * at + 1) / double(size) - 1;
      values[row * count + i] = float(place);
    }
    inner *= size;
  }
  return grid;
}

static void affineGrid(Binder &b) {
  Value theta;
  IntTensor size;
  bool alignsCorners = false;
  b.arity(2, 2).input(0, theta).ints(1, size).attr("align_corners", alignsCorners);
  b.require(!b.ok() || size.values.size() == 4 || size.values.size() == 5,
            "size needs 4 or 5 entries");
  if (!b.ok())
    return;
  Ints image;
  int64_t count = 1, rank = int64_t(size.values.size()) - 2;
  for (const nn::Dim &dim : ArrayRef(size.values).drop_front(2)) {
    b.support(dim.isStatic(), "of a size that varies with the input's shape; give --shape");
    b.require(!dim.isStatic() || dim.value() > 0, "size must be positive");
    if (!b.ok())
      return;
    image.push_back(dim.value());
    count = std::min(count * std::min<int64_t>(dim.value(), 1 << 25), int64_t(1) << 25);
  }
  nn::SymbolicShape matrix = nn::symbolicShape(theta);
  b.require(matrix.size() == 3 && matrix[1] == nn::staticDim(rank) &&
                matrix[2] == nn::staticDim(rank + 1),
            "theta " + nn::toString(matrix) + " is no map of " + Twine(rank) + " dimensions");
  b.support(count < int64_t(1) << 25, "of 2^25 elements and more");
  if (!b.ok())
    return;
  Value grid = b.constantPart("grid", RankedTensorType::get({rank + 1, count}, b.f32()),
                              homogeneousGrid(image, alignsCorners));
  Value mapped = b.part<nn::MatmulOp>("mapped", b.f32(), theta, grid, Value(), false);
  Value last = b.part<nn::TransposeOp>("last", b.f32(), mapped, Ints{0, 2, 1});
  SmallVector<nn::Dim> shape{matrix[0]};
  for (int64_t one : image)
    shape.push_back(nn::staticDim(one));
  shape.push_back(nn::staticDim(rank));
  b.emitReshape(last, shape);
}

static void det(Binder &b) {
  Value x;
  if (!b.arity(1, 1).input(0, x).ok())
    return;
  nn::SymbolicShape shape = nn::symbolicShape(x);
  b.require(shape.size() >= 2 && nn::mayBeEqual(shape.back(), shape.end()[-2]),
            "needs square matrices, not " + nn::toString(shape));
  if (!b.ok())
    return;
  bool isKnown = shape.back().isStatic() && shape.back() == shape.end()[-2];
  b.support(isKnown, "of matrices whose size varies with the input's shape; give --shape");
  b.support(!isKnown || (shape.back().value() >= 1 && shape.back().value() <= 6),
            "of matrices of more than 6 rows; cut the graph before it (--outputs)");
  b.emit<nn::DetOp>(b.f32(), x);
}

ArrayRef<OpEntry> sampleOps() {
  static constexpr OpEntry ops[] = {
      {"GridSample", gridSample}, {"AffineGrid", affineGrid}, {"Det", det}};
  return ops;
}

} // namespace qopt::onnx
