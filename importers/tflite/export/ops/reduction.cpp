// Reductions over axes, places of extremes.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

// The order of the dimensions that are left, counted anew.
static FileOrder withoutAxes(const FileOrder &order, ArrayRef<int64_t> axes) {
  FileOrder left;
  for (int64_t dim : order)
    if (!llvm::is_contained(axes, dim))
      left.push_back(dim - llvm::count_if(axes, [&](int64_t axis) { return axis < dim; }));
  return llvm::is_sorted(left) ? FileOrder() : left;
}

static SmallVector<int64_t> fileAxes(ArrayRef<int64_t> axes, const FileOrder &order) {
  SmallVector<int64_t> dims;
  for (int64_t axis : axes)
    dims.push_back(placeOf(axis, order));
  llvm::sort(dims);
  return dims;
}

template <typename Op> static schema::BuiltinOptionsUnion keptBy(Op op) {
  schema::ReducerOptionsT said;
  said.keep_dims = op.getKeepDims();
  return optionsOf(said);
}

template <typename Op> static FileOrder leftBy(Op op, const FileOrder &order) {
  return op.getKeepDims() ? order : withoutAxes(order, op.getAxes());
}

template <schema::BuiltinOperator code, typename Op> static void reduce(Layer &b, Op op) {
  if (nn::isQuantized(op.getInput().getType()) != nn::isQuantized(op.getResult().getType()))
    return b.refuse("of steps, as a float");
  const FileOrder order = b.graph.orderOf(op.getInput());
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(code, {x, b.ints("axes", fileAxes(op.getAxes(), order))}, leftBy(op, order), keptBy(op));
}

// This function writes a SUM, and refuses signed steps whose scale changes: the reference kernel
// reads their bytes as unsigned numbers, and the default kernel rounds in f32, so that neither
// gives the module's result (L8).
static void sum(Layer &b, nn::ReduceSumOp op) {
  const std::optional<nn::QuantParams> x = nn::quantParams(op.getInput().getType()),
                                       y = nn::quantParams(op.getResult().getType());
  if (x && y && x->scale != y->scale && x->storage != qrt::ElementType::U8)
    return b.refuse(
        "of signed steps whose result has another scale than its input, which no kernel "
        "of the interpreter rounds alike; requantize the result in a layer of its own");
  reduce<SUM>(b, op);
}

// Σ x², a product before a sum.
template <typename Op> static SmallVector<TensorIndex> squares(Layer &b, Op op, FileOrder &order) {
  if (!nn::isF32(op.getInput().getType()) || !nn::isF32(op.getResult().getType()))
    b.refuse("of other elements than f32");
  order = b.graph.orderOf(op.getInput());
  nn::SymbolicShape shape = nn::symbolicShape(op.getInput());
  const TensorIndex x = b.in(op.getInput(), order);
  TensorIndex squared =
      b.part(MUL, "squared", {x, x}, elementOf(op.getInput()),
             inOrder(ArrayRef<nn::Dim>(shape), order), optionsOf(schema::MulOptionsT()));
  return {squared, b.ints("axes", fileAxes(op.getAxes(), order))};
}

static void sumOfSquares(Layer &b, nn::ReduceSumSquareOp op) {
  FileOrder order;
  const SmallVector<TensorIndex> inputs = squares(b, op, order);
  b.write(SUM, inputs, leftBy(op, order), keptBy(op));
}

static void norm(Layer &b, nn::ReduceL2Op op) {
  FileOrder order;
  const SmallVector<TensorIndex> inputs = squares(b, op, order);
  const FileOrder left = leftBy(op, order);
  nn::SymbolicShape shape = nn::symbolicShape(op.getResult());
  TensorIndex total = b.part(SUM, "total", inputs, elementOf(op.getResult()),
                             inOrder(ArrayRef<nn::Dim>(shape), left), keptBy(op));
  b.write(SQRT, {total}, left);
}

// A cast to 32 bits behind is the operator's own.
template <schema::BuiltinOperator code, typename Options, typename Op>
static void place(Layer &b, Op op) {
  if (op.getKeepDims() || op.getSelectLast())
    return b.refuse("that keeps its dimension, or names the last of equal ones");
  const FileOrder order = b.graph.orderOf(op.getInput());
  Options said;
  said.output_type = b.takeNarrowing() ? schema::TensorType::INT32 : schema::TensorType::INT64;
  const TensorIndex x = b.in(op.getInput(), order);
  const int64_t axes[] = {int64_t(op.getAxis())};
  b.write(code, {x, b.ints("axis", fileAxes(axes, order))}, withoutAxes(order, axes),
          optionsOf(said));
}

ArrayRef<ExportEntry> reductionExports() {
  static constexpr ExportEntry table[] = {
      row<nn::ReduceMeanOp, reduce<MEAN, nn::ReduceMeanOp>>(),
      row<nn::ReduceSumOp, sum>(),
      row<nn::ReduceProdOp, reduce<REDUCE_PROD, nn::ReduceProdOp>>(),
      row<nn::ReduceMaxOp, reduce<REDUCE_MAX, nn::ReduceMaxOp>>(),
      row<nn::ReduceMinOp, reduce<REDUCE_MIN, nn::ReduceMinOp>>(),
      row<nn::ReduceSumSquareOp, sumOfSquares>(),
      row<nn::ReduceL2Op, norm>(),
      row<nn::ArgMaxOp, place<ARG_MAX, schema::ArgMaxOptionsT, nn::ArgMaxOp>>(),
      row<nn::ArgMinOp, place<ARG_MIN, schema::ArgMinOptionsT, nn::ArgMinOp>>()};
  return table;
}

} // namespace qopt::tflite
