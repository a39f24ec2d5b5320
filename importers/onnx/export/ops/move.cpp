// Elements repeated, reversed, cut to a triangle, or made from their places.
#include "importers/onnx/export/op_table.h"

#include "importers/onnx/file/tensor_data.h"

using namespace mlir;

namespace qopt::onnx {

static void expand(Layer &b, nn::ExpandOp op) {
  b.result("Expand", {b.in(0), b.sizes("shape", nn::symbolicShape(op.getResult()))});
}

static void tile(Layer &b, nn::TileOp op) {
  b.result("Tile", {b.in(0), b.ints("repeats", op.getRepeats())});
}

static void trilu(Layer &b, nn::TriluOp op) {
  b.result("Trilu", {b.in(0), b.integer("k", int64_t(op.getK()))})
      .set("upper", int64_t(op.getUpper()));
}

static void reverseSequence(Layer &b, nn::ReverseSequenceOp op) {
  if (op.getBatchAxis() > 1 || op.getTimeAxis() > 1)
    return b.refuse("ONNX's ReverseSequence goes along the first two dimensions");
  b.result("ReverseSequence", {b.in(0), b.index(op.getLengths())})
      .set("batch_axis", int64_t(op.getBatchAxis()))
      .set("time_axis", int64_t(op.getTimeAxis()));
}

// Writes an iota whose values are known as a constant.
static void iotaConstant(Layer &b, nn::IotaOp op) {
  qrt::Status status;
  qrt::Tensor tensor = op.evaluate({{}, 1, status}, {});
  b.graph.defineConstant(op.getResult(), tensor);
}

static void iota(Layer &b, nn::IotaOp op) {
  Value y = op.getResult();
  nn::SymbolicShape shape = nn::symbolicShape(y);
  if (cast<RankedTensorType>(y.getType()).hasStaticShape())
    return iotaConstant(b, op);
  if (qrt::isFloat(elementOf(y)) && elementOf(y) != qrt::ElementType::F32)
    return b.refuse("of an open size and narrow floats, which ONNX rounds more often");
  const int64_t axis = int64_t(op.getAxis());
  std::string size = b.sizes("size", {shape[axis]});
  std::string none = b.integer("axes", 0), limit = b.indexPart("Squeeze", "limit", {size});
  std::string x = b.indexPart("Range", "places", {none, limit, b.integer("delta", 1)});
  x = b.part("Cast", "elements", {x}, y).set("to", int64_t(dataTypeOf(elementOf(y))));
  auto number = [&](StringRef name, Attribute value) {
    auto real = dyn_cast<FloatAttr>(value);
    return real ? b.scalar(name, real.getValueAsDouble(), y)
                : b.scalarInteger(name, cast<IntegerAttr>(value).getInt(), y);
  };
  x = b.part("Mul", "scaled", {x, number("step", op.getStep())}, y);
  x = b.part("Add", "moved", {x, number("start", op.getStart())}, y);
  Ints along(shape.size(), 1);
  along[axis] = -1;
  x = b.part("Reshape", "along", {x, b.ints("along_shape", along)}, y);
  b.result("Expand", {x, b.sizes("shape", shape)}, y);
}

static void oneHot(Layer &b, nn::OneHotOp op) {
  const int64_t axis = int64_t(op.getAxis());
  std::string depth = b.sizes("depth", {nn::symbolicShape(op.getResult())[axis]});
  b.result("OneHot", {b.in(op.getIndices()), depth, b.in(op.getValues())}, op.getValues())
      .set("axis", axis);
}

ArrayRef<ExportEntry> moveExports() {
  static constexpr ExportEntry table[] = {
      row<nn::ExpandOp, expand>(), row<nn::TileOp, tile>(),
      row<nn::TriluOp, trilu>(),   row<nn::ReverseSequenceOp, reverseSequence>(),
      row<nn::IotaOp, iota>(),     row<nn::OneHotOp, oneHot>(),
  };
  return table;
}

} // namespace qopt::onnx
