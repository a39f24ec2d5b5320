// SOFTMAX, LOG_SOFTMAX: along the file's last dimension.
#include "importers/tflite/export/graph/op_table.h"

using namespace mlir;

namespace qopt::tflite {

using enum schema::BuiltinOperator;

// The order that the value lies in where that has the axis last; else one that has.
static FileOrder withLast(const FileOrder &own, int64_t axis, int64_t rank) {
  if (placeOf(axis, own) == rank - 1)
    return own;
  FileOrder order;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (dim != axis)
      order.push_back(dim);
  order.push_back(axis);
  return llvm::is_sorted(order) ? FileOrder() : order;
}

static void softmax(Layer &b, nn::SoftmaxOp op) {
  Value x = op.getInput();
  const FileOrder order = withLast(b.graph.orderOf(x), int64_t(op.getAxis()), rankOf(x));
  schema::SoftmaxOptionsT said;
  said.beta = 1;
  const TensorIndex value = b.in(x, order);
  b.write(SOFTMAX, {value}, order, optionsOf(said));
}

static void logSoftmax(Layer &b, nn::LogSoftmaxOp op) {
  Value x = op.getInput();
  const FileOrder order = withLast(b.graph.orderOf(x), int64_t(op.getAxis()), rankOf(x));
  const TensorIndex value = b.in(x, order);
  b.write(LOG_SOFTMAX, {value}, order);
}

ArrayRef<ExportEntry> softmaxExports() {
  static constexpr ExportEntry table[] = {row<nn::SoftmaxOp, softmax>(),
                                          row<nn::LogSoftmaxOp, logSoftmax>()};
  return table;
}

} // namespace qopt::tflite
