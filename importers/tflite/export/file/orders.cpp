#include "importers/tflite/export/file/orders.h"

#include "ir/ops.h"

using namespace mlir;

namespace qopt::tflite {

static FileOrder normal(FileOrder order) { return llvm::is_sorted(order) ? FileOrder() : order; }

FileOrder behindTranspose(const FileOrder &order, ArrayRef<int64_t> permutation) {
  FileOrder result;
  for (int64_t i = 0; i < int64_t(permutation.size()); ++i) {
    const int64_t dim = order.empty() ? i : order[size_t(i)];
    result.push_back(llvm::find(permutation, dim) - permutation.begin());
  }
  return normal(result);
}

bool liesAsItIs(ArrayRef<nn::Dim> shape, const FileOrder &order) {
  FileOrder moving;
  for (int64_t dim : order)
    if (!(shape[size_t(dim)] == nn::Dim(1)))
      moving.push_back(dim);
  return llvm::is_sorted(moving);
}

SmallVector<int64_t> between(const FileOrder &from, const FileOrder &to, int64_t rank) {
  SmallVector<int64_t> permutation;
  for (int64_t i = 0; i < rank; ++i)
    permutation.push_back(placeOf(to.empty() ? i : to[size_t(i)], from));
  return permutation;
}

bool readsThroughWindow(Operation *op) {
  return llvm::is_contained(op->getName().getAttributeNames(), "pads");
}

static bool isResampledImage(Operation *op) {
  auto resample = dyn_cast<nn::ResampleOp>(op);
  return resample && resample.getAxis() >= 2;
}

// Readers that take any order hand the wish of their own readers on.
static bool takesAnyOrder(Operation *op) {
  return isa<nn::ScalarBodyOpInterface, nn::ConcatOp, nn::PadOp, nn::SliceOp, nn::QuantizeOp,
             nn::DequantizeOp, nn::RequantizeOp>(op) &&
         op->getNumResults() == 1;
}

ImageValues::ImageValues(func::FuncOp entry) {
  for (Operation &op : llvm::reverse(entry.front())) {
    const bool isImage = readsThroughWindow(&op) || isResampledImage(&op);
    if (isImage && rankOf(op.getOperand(0)) >= 3)
      known[op.getOperand(0)] = true;
    if (!takesAnyOrder(&op) || !contains(op.getResult(0)))
      continue;
    for (Value operand : op.getOperands())
      if (rankOf(operand) == rankOf(op.getResult(0)))
        known[operand] = true;
  }
}

} // namespace qopt::tflite
