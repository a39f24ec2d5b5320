// Elements moved by box: concatenations, parts, borders, rows by their numbers.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

static void concat(Layer &b, nn::ConcatOp op) {
  for (Value operand : op->getOperands())
    if (elementOf(operand) != elementOf(op.getResult()) &&
        nn::storageType(elementOf(operand)) != qrt::ElementType::U8)
      return b.refuse("of values of several scales");
  const FileOrder order = b.commonOrder();
  SmallVector<TensorIndex> inputs;
  for (Value operand : op->getOperands())
    inputs.push_back(b.in(operand, order));
  schema::ConcatenationOptionsT said;
  said.axis = int32_t(placeOf(int64_t(op.getAxis()), order));
  b.write(CONCATENATION, inputs, order, optionsOf(said));
}

// One step past the last element; −1 alone would count from the end, so a bit says "to the end".
static void slice(Layer &b, nn::SliceOp op) {
  const FileOrder order = b.graph.orderOf(op.getInput());
  nn::SymbolicShape from = nn::symbolicShape(op.getInput()), to = nn::symbolicShape(op.getResult());
  SmallVector<int64_t> begins, ends, steps;
  schema::StridedSliceOptionsT said;
  for (int64_t i = 0; i < rankOf(op.getInput()); ++i) {
    const int64_t dim = order.empty() ? i : order[size_t(i)];
    int64_t begin = op.getStarts()[dim], step = op.getSteps()[dim];
    const bool isWhole = from[size_t(dim)] == to[size_t(dim)] && begin == 0 && step == 1;
    if (!isWhole && (!from[size_t(dim)].isStatic() || !to[size_t(dim)].isStatic()))
      return b.refuse("of a dimension of open size; give --shape");
    if (!isWhole && begin < 0)
      begin = std::max<int64_t>(begin + from[size_t(dim)].value(), 0);
    const int64_t end = isWhole ? 0 : begin + to[size_t(dim)].value() * step;
    said.begin_mask |= isWhole ? 1 << i : 0;
    said.end_mask |= isWhole || end < 0 ? 1 << i : 0;
    begins.push_back(begin), ends.push_back(std::max<int64_t>(end, 0)), steps.push_back(step);
  }
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(STRIDED_SLICE, {x, b.ints("begin", begins), b.ints("end", ends), b.ints("steps", steps)},
          order, optionsOf(said));
}

static void split(Layer &b, nn::SplitOp op) {
  const FileOrder order = b.graph.orderOf(op.getInput());
  const TensorIndex x = b.in(op.getInput(), order);
  const int64_t axis = placeOf(int64_t(op.getAxis()), order);
  schema::SplitVOptionsT said;
  said.num_splits = int32_t(op.getSizes().size());
  const TensorIndex sizes = b.ints("sizes", op.getSizes());
  const TensorIndex dim =
      b.constant("axis", IntegerType::get(op.getContext(), 32), narrowInts({axis}).reshaped({}));
  SmallVector<TensorIndex> outputs;
  for (Value result : op->getResults())
    outputs.push_back(b.graph.define(result, order));
  b.graph.addOperator(SPLIT_V, {x, sizes, dim}, outputs, optionsOf(said));
}

static TensorIndex widthsOf(Layer &b, ArrayRef<int64_t> low, ArrayRef<int64_t> high,
                            const FileOrder &order) {
  SmallVector<int64_t> widths;
  for (int64_t i = 0; i < int64_t(low.size()); ++i) {
    const size_t dim = size_t(order.empty() ? i : order[size_t(i)]);
    widths.push_back(low[dim]), widths.push_back(high[dim]);
  }
  return b.constant("widths", IntegerType::get(b.op->getContext(), 32),
                    narrowInts(widths).reshaped({int64_t(low.size()), 2}));
}

static void pad(Layer &b, nn::PadOp op) {
  const FileOrder order = b.graph.orderOf(op.getInput());
  const TensorIndex x = b.in(op.getInput(), order);
  const TensorIndex widths = widthsOf(b, op.getLow(), op.getHigh(), order);
  auto real = dyn_cast<FloatAttr>(op.getValue());
  const double value =
      real ? real.getValueAsDouble() : double(cast<IntegerAttr>(op.getValue()).getInt());
  if (value == 0)
    return b.write(PAD, {x, widths}, order, optionsOf(schema::PadOptionsT()));
  b.write(PADV2, {x, widths, b.scalar("value", value, op.getInput())}, order,
          optionsOf(schema::PadV2OptionsT()));
}

static void extend(Layer &b, nn::ExtendOp op) {
  if (op.getMode() != "reflect")
    return b.refuse("by mode " + op.getMode());
  const FileOrder order = b.graph.orderOf(op.getInput());
  schema::MirrorPadOptionsT said;
  said.mode = schema::MirrorPadMode::REFLECT;
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(MIRROR_PAD, {x, widthsOf(b, op.getLow(), op.getHigh(), order)}, order, optionsOf(said));
}

static void gather(Layer &b, nn::GatherOp op) {
  schema::GatherOptionsT said;
  said.axis = int32_t(op.getAxis());
  const TensorIndex x = b.in(op.getInput()), places = b.in(op.getIndices());
  b.write(GATHER, {x, places}, {}, optionsOf(said));
}

ArrayRef<ExportEntry> moveExports() {
  static constexpr ExportEntry table[] = {row<nn::ConcatOp, concat>(), row<nn::SliceOp, slice>(),
                                          row<nn::SplitOp, split>(),   row<nn::PadOp, pad>(),
                                          row<nn::ExtendOp, extend>(), row<nn::GatherOp, gather>()};
  return table;
}

} // namespace qopt::tflite
