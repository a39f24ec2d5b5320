#include "ir/ops/windows/window_body.h"

#include "runtime/numerics/windows/windows.h"

using namespace mlir;
using qrt::ScalarOp;

namespace qopt::nn {

void forEachPosition(ArrayRef<int64_t> kernel, llvm::function_ref<void(ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> at(kernel.size(), 0);
  for (size_t i = kernel.size(); i > 0;) {
    visit(at);
    for (i = kernel.size(); i > 0 && ++at[i - 1] == kernel[i - 1]; --i)
      at[i - 1] = 0;
  }
}

LinearSample::LinearSample(BodyMath m, BodyValue y, BodyValue x, const Dim &height,
                           const Dim &width,
                           llvm::function_ref<BodyValue(BodyValue y, BodyValue x)> load) {
  const BodyValue at[2] = {y, x};
  const Dim size[2] = {height, width};
  BodyValue index[2][2], share[2][2], inside[2][2];
  for (int i = 0; i < 2; ++i) {
    // A place so far out that its index saturates lies outside all the same.
    BodyValue low = m.apply(ScalarOp::FloorF, at[i]);
    BodyValue high = m.apply(ScalarOp::AddF, low, m.number(1));
    BodyValue above = m.apply(ScalarOp::SubF, at[i], low);
    share[i][0] = m.apply(ScalarOp::SubF, m.number(1), above);
    share[i][1] = above;
    for (int corner = 0; corner < 2; ++corner) {
      BodyValue place = m.apply(ScalarOp::F32ToIndex, corner ? high : low);
      inside[i][corner] = m.isInside(place, size[i]);
      index[i][corner] = m.within(place, size[i]);
    }
  }
  for (int corner = 0; corner < 4; ++corner) {
    int a = corner / 2, b = corner % 2;
    value[corner] =
        m.select(m.both(inside[0][a], inside[1][b]), load(index[0][a], index[1][b]), m.number(0));
    weight[corner] = m.apply(ScalarOp::MulF, share[0][a], share[1][b]);
  }
}

BodyValue LinearSample::mean(BodyMath m) const {
  BodyValue sum = m.apply(ScalarOp::MulF, weight[0], value[0]);
  for (int corner = 1; corner < 4; ++corner)
    sum = m.apply(ScalarOp::AddF, sum, m.apply(ScalarOp::MulF, weight[corner], value[corner]));
  return sum;
}

// A window that starts before the image must have a tap inside it; one that lies in the padding
// alone has none.
LogicalResult verifyCoverage(Operation *op, StringRef label, const WindowAttributes &w) {
  size_t rank = w.kernel.size();
  for (size_t i = 0; i < 2 * rank; ++i) {
    int64_t reach = (w.kernel[i % rank] - 1) * w.dilations[i % rank] + 1;
    if (w.pads[i] >= reach)
      return violates(op, label) << "pad " << w.pads[i]
                                 << " is not smaller than the window's reach " << reach;
  }
  for (size_t i = 0; i < rank; ++i) {
    Dim in = symbolicShape(op->getOperand(0))[2 + i], out = symbolicShape(op->getResult(0))[2 + i];
    qrt::WindowAlong along{w.kernel[i], w.strides[i], w.dilations[i], w.pads[i]};
    if (in.isStatic() && out.isStatic() && !qrt::alwaysInside(along, in.value(), out.value()))
      return violates(op, label) << "a window's dilation " << w.dilations[i]
                                 << " steps over the image's " << in.text();
  }
  return success();
}

} // namespace qopt::nn
