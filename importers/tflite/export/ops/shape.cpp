// RESHAPE, BROADCAST_TO, TILE; a transpose is a view.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

// FULLY_CONNECTED makes rows of what it reads: the importer says so by such a reshape.
static bool isRowsOfProduct(nn::ReshapeOp op) {
  StringRef name = nn::nameOf(op);
  if (!name.consume_back("/rows") || !op.getResult().hasOneUse())
    return false;
  auto product = dyn_cast<nn::MatmulOp>(*op.getResult().user_begin());
  return product && nn::nameOf(product).starts_with(name) &&
         product.getB().getDefiningOp<nn::ConstantOp>() && rankOf(op.getResult()) == 2;
}

// The order that the result's readers want, where its elements lie in it as they come.
static FileOrder wantedOrder(Layer &b, Value y) {
  if (!b.graph.isImage(y) || rankOf(y) < 3)
    return {};
  const FileOrder order = channelsLast(rankOf(y));
  return liesAsItIs(nn::symbolicShape(y), order) ? order : FileOrder();
}

static void reshape(Layer &b, nn::ReshapeOp op) {
  Value x = op.getInput(), y = op.getResult();
  FileOrder from = b.graph.orderOf(x);
  if (!from.empty() && !liesAsItIs(nn::symbolicShape(x), from))
    from = {};
  if (isRowsOfProduct(op) && b.graph.orderOf(x) == from && !x.getDefiningOp<nn::ConstantOp>())
    return b.graph.alias(y, x, {});
  const FileOrder to = wantedOrder(b, y);
  nn::SymbolicShape shape = nn::symbolicShape(y);
  auto sizes = GraphWriter::requested(inOrder(ArrayRef<nn::Dim>(shape), to));
  if (!sizes)
    return b.refuse("to a shape of which two sizes are open; give --shape");
  schema::ReshapeOptionsT said;
  said.new_shape.assign(sizes->begin(), sizes->end());
  const TensorIndex value = b.in(x, from);
  b.write(RESHAPE, {value, b.ints("shape", SmallVector<int64_t>(sizes->begin(), sizes->end()))}, to,
          optionsOf(said));
}

static void transpose(Layer &b, nn::TransposeOp op) {
  if (op.getInput().getDefiningOp<nn::ConstantOp>())
    (void)b.in(op.getInput());
  b.graph.alias(op.getResult(), op.getInput(),
                behindTranspose(b.graph.orderOf(op.getInput()), op.getPermutation()));
}

static void expand(Layer &b, nn::ExpandOp op) {
  nn::SymbolicShape shape = nn::symbolicShape(op.getResult());
  if (!llvm::all_of(shape, [](const nn::Dim &size) { return size.isStatic(); }))
    return b.refuse("to a shape of open sizes; give --shape");
  const TensorIndex x = b.in(op.getInput());
  b.write(BROADCAST_TO, {x, b.ints("shape", llvm::map_to_vector(shape, [](const nn::Dim &size) {
                                     return size.value();
                                   }))});
}

static void tile(Layer &b, nn::TileOp op) {
  const FileOrder order = b.graph.orderOf(op.getInput());
  const TensorIndex x = b.in(op.getInput(), order);
  b.write(TILE, {x, b.ints("repeats", inOrder(op.getRepeats(), order))}, order);
}

ArrayRef<ExportEntry> shapeExports() {
  static constexpr ExportEntry table[] = {row<nn::ReshapeOp, reshape>(),
                                          row<nn::TransposeOp, transpose>(),
                                          row<nn::ExpandOp, expand>(), row<nn::TileOp, tile>()};
  return table;
}

} // namespace qopt::tflite
