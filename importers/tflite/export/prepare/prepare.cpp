#include "importers/tflite/export/prepare/prepare.h"

#include "importers/tflite/export/file/orders.h"
#include "importers/tflite/export/prepare/recognize_softmax.h"
#include "ir/ops.h"
#include "ir/values/keys.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::tflite {

// [C·H·W, n] with rows in the order H, W, C: [C, H, W, n], moved.
static qrt::Tensor movedRows(const qrt::Tensor &weights, ArrayRef<int64_t> image,
                             bool isTransposed) {
  qrt::Tensor steps = qrt::unpacked(weights);
  const qrt::Shape shape = steps.shape();
  const int64_t other = shape[isTransposed ? 0 : 1];
  qrt::Shape apart(image.begin(), image.end());
  Order order;
  for (int64_t dim = 1; dim < int64_t(image.size()); ++dim)
    order.push_back(dim);
  order.push_back(0);
  if (isTransposed) {
    for (int64_t &dim : order)
      ++dim;
    order.insert(order.begin(), 0);
    apart.insert(apart.begin(), other);
  } else {
    order.push_back(int64_t(image.size()));
    apart.push_back(other);
  }
  return inOrder(steps.reshaped(apart), order).reshaped(shape);
}

static bool isFlattened(nn::ReshapeOp op) {
  nn::SymbolicShape from = nn::symbolicShape(op.getInput()), to = nn::symbolicShape(op.getResult());
  return from.size() >= 3 && to.size() == 2 && from[0] == to[0] &&
         llvm::all_of(ArrayRef(from).drop_front(),
                      [](const nn::Dim &size) { return size.isStatic(); });
}

// A product that alone reads an image's elements as rows.
static nn::MatmulOp readerOf(nn::ReshapeOp op) {
  if (!isFlattened(op) || !op.getResult().hasOneUse())
    return {};
  auto product = dyn_cast<nn::MatmulOp>(*op.getResult().user_begin());
  auto constant = product ? product.getB().getDefiningOp<nn::ConstantOp>() : nn::ConstantOp();
  const bool isRead = constant && product.getA() == op.getResult() &&
                      cast<RankedTensorType>(product.getB().getType()).getRank() == 2;
  return isRead && nn::constantTensor(product.getB()) ? product : nn::MatmulOp();
}

// Returns whether an image lies channels last in the file, which follows from the operation that
// made it, or from its operand.
static bool liesLast(Value image) {
  for (;;) {
    Operation *op = image.getDefiningOp();
    if (!op)
      return false;
    if (readsThroughWindow(op))
      return true;
    const bool keeps = isa<nn::ScalarBodyOpInterface, nn::PadOp, nn::SliceOp, nn::ConcatOp>(op);
    if (!keeps || op->getNumOperands() == 0)
      return false;
    image = op->getOperand(0);
  }
}

static void flattenLast(nn::ReshapeOp op) {
  nn::MatmulOp product = readerOf(op);
  if (!product || !liesLast(op.getInput()))
    return;
  nn::SymbolicShape shape = nn::symbolicShape(op.getInput());
  const FileOrder order = channelsLast(int64_t(shape.size()));
  if (liesAsItIs(shape, order))
    return;
  auto image = llvm::map_to_vector(ArrayRef(shape).drop_front(),
                                   [](const nn::Dim &size) { return size.value(); });
  auto type = cast<RankedTensorType>(product.getB().getType());
  qrt::Tensor weights =
      movedRows(*nn::constantTensor(product.getB()), image, product.getTransposeB());
  OpBuilder builder(op);
  auto last = nn::TransposeOp::create(
      builder, op.getLoc(),
      nn::tensorType(inOrder(ArrayRef<nn::Dim>(shape), order),
                     cast<RankedTensorType>(op.getInput().getType()).getElementType()),
      op.getInput(), SmallVector<int64_t>(order));
  op.getInputMutable().assign(last);
  builder.setInsertionPoint(product);
  StringRef name = nn::nameOf(product.getB().getDefiningOp());
  product.getBMutable().assign(nn::createConstant(builder, product.getLoc(), name, type, weights));
}

void prepare(func::FuncOp entry) {
  recognizeSoftmax(entry);
  for (auto op : llvm::make_early_inc_range(entry.getOps<nn::ReshapeOp>()))
    flattenLast(op);
}

} // namespace qopt::tflite
