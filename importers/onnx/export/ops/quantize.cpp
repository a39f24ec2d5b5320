// Constants, and what stands between real values, their steps and other element types.
#include "importers/onnx/export/op_table.h"

#include "importers/onnx/export/operators.h"
#include "importers/onnx/file/tensor_data.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

static void constant(Layer &b, nn::ConstantOp op) {
  std::optional<qrt::Tensor> tensor = nn::storedConstant(op.getResult());
  if (!tensor)
    return b.refuse("its elements are none that a file holds");
  b.graph.draft.needs(*operatorSince("Identity", tensor->type())); // written where it is read
}

static std::string asF32(Layer &b, Value value) {
  if (elementOf(value) == qrt::ElementType::F32)
    return b.in(value);
  return b.part("Cast", "f32", {b.in(value)}).set("to", int64_t(dataTypeOf(qrt::ElementType::F32)));
}

// The node has the layer's name. Nodes that bring other layers' results to their steps are called
// after those.
static void quantize(Layer &b, nn::QuantizeOp op) {
  Value y = op.getResult();
  Parameters parameters = b.graph.parametersOf(y);
  std::string x = asF32(b, op.getInput());
  Node node = b.graph.quantize(baseName(y), x, y.getType(), parameters, b.graph.defineStored(y));
  b.graph.noteLayer(op, node, /*isOperator=*/true, /*isAlone=*/true);
}

static void dequantize(Layer &b, nn::DequantizeOp op) {
  Value x = op.getInput(), y = op.getResult();
  std::string steps = b.graph.stored(x);
  Node node =
      b.graph.dequantize(baseName(y), steps, b.graph.parametersOf(x), b.graph.defineReal(y));
  b.graph.noteDequantizer(x, node);
}

// Writes both roundings: DequantizeLinear's result, and the steps that it is brought to.
static void requantize(Layer &b, nn::RequantizeOp op) {
  Value y = op.getResult();
  Parameters parameters = b.graph.parametersOf(y);
  std::string x = b.in(0);
  b.graph.quantize(baseName(y), x, y.getType(), parameters, b.graph.defineStored(y));
}

// Clips floats before a cast to a narrow integer type, because nn.cast saturates; ONNX leaves that
// open, and executors wrap. An f32 holds both ends of a narrow type. It does not hold those of
// wider ones, and no file counts on them.
static std::string withinNarrow(Layer &b, nn::CastOp op, qrt::ElementType to) {
  const bool isNarrow = qrt::isInteger(to) && qrt::bitWidth(to) <= 16 && !qrt::isPacked(to);
  if (!isNarrow || !qrt::isFloat(elementOf(op.getInput())))
    return b.in(0);
  auto limit = [&](StringRef name, int64_t end) {
    const float value[] = {float(end)};
    return b.constant(name, qrt::Tensor::fromValues<float>({}, value));
  };
  std::string x = asF32(b, op.getInput()), low = limit("min", qrt::lowestOf(to)),
              high = limit("max", qrt::highestOf(to));
  return b.indexPart("Clip", "range", {x, low, high});
}

static void cast(Layer &b, nn::CastOp op) {
  qrt::ElementType to = elementOf(op.getResult());
  b.checkElements("Cast", op.getResult());
  const bool isNarrow = qrt::isFloat(to) && qrt::bitWidth(to) <= 8, usual = isNarrow;
  bool saturates = op.getSaturate().value_or(usual);
  if (saturates != usual && !isNarrow)
    return b.refuse("ONNX casts to floats of 16 and 32 bits without saturation");
  Node node = b.result("Cast", {withinNarrow(b, op, to)});
  node.set("to", int64_t(dataTypeOf(to)));
  if (!saturates && isNarrow)
    node.set("saturate", int64_t(0));
}

static void bitCast(Layer &b, nn::BitCastOp op) {
  b.result("BitCast", {b.in(0)}).set("to", int64_t(dataTypeOf(elementOf(op.getResult()))));
}

template <typename Op, auto write> static constexpr ExportEntry stepsRow() {
  ExportEntry entry = row<Op, write>();
  entry.convertsSteps = true;
  return entry;
}

ArrayRef<ExportEntry> quantizeExports() {
  static constexpr ExportEntry table[] = {
      stepsRow<nn::ConstantOp, constant>(),
      stepsRow<nn::QuantizeOp, quantize>(),
      stepsRow<nn::DequantizeOp, dequantize>(),
      row<nn::RequantizeOp, requantize>(),
      row<nn::CastOp, cast>(),
      row<nn::BitCastOp, bitCast>(),
  };
  return table;
}

} // namespace qopt::onnx
