#include "lowering/fuse/read_in_place.h"

#include "ir/ops.h"
#include "ir/values/weights.h"
#include "lowering/layout/layout.h"
#include "lowering/layout/reshaped.h"
#include "lowering/regions/halves.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

using Strides = SmallVector<int64_t, 6>;

/// A value as it lies: by itself today, among others tomorrow.
struct Lies {
  Value value;
  Strides alone, among;
};

bool isNumber(Value value) {
  std::optional<qrt::Tensor> constant = constantTensor(value);
  return constant && constant->size() == 1;
}

bool areRead(const Lies &lies);

/// Returns whether the reshape needs no copy that it does not make today.
bool isReshapeRead(ReshapeOp op, const Lies &lies) {
  const Sizes to = sizesOf(op.getType()), from = sizesOf(lies.value);
  const auto alone = viewedAs(to, from, lies.alone), among = viewedAs(to, from, lies.among);
  if (!alone)
    return true;
  return among && areRead({op.getResult(), *alone, *among});
}

bool isTransposeRead(TransposeOp op, const Lies &lies) {
  Lies turned{op.getResult(), lies.alone, lies.among};
  for (auto [to, from] : llvm::enumerate(op.getPermutation())) {
    turned.alone[to] = lies.alone[from];
    turned.among[to] = lies.among[from];
  }
  return areRead(turned);
}

bool isSliceRead(SliceOp op, const Lies &lies) {
  Lies slice{op.getResult(), lies.alone, lies.among};
  for (auto [i, step] : llvm::enumerate(op.getSteps())) {
    slice.alone[i] *= step;
    slice.among[i] *= step;
  }
  return areRead(slice);
}

bool isMatmulRead(MatmulOp op) { return sizesOf(op.getB()).size() > 2; }

bool isRead(Operation *reader, const Lies &lies) {
  if (auto op = dyn_cast<ReshapeOp>(reader))
    return isReshapeRead(op, lies);
  if (auto op = dyn_cast<TransposeOp>(reader))
    return isTransposeRead(op, lies);
  if (auto op = dyn_cast<SliceOp>(reader))
    return isSliceRead(op, lies);
  if (auto op = dyn_cast<SplitOp>(reader))
    return llvm::all_of(op.getResults(),
                        [&](Value part) { return areRead({part, lies.alone, lies.among}); });
  if (auto op = dyn_cast<MatmulOp>(reader))
    return isMatmulRead(op);
  if (auto op = dyn_cast<MulOp>(reader)) {
    const bool isScaled = isNumber(op->getOperand(0)) || isNumber(op->getOperand(1));
    return isScaled && lies.value.hasOneUse() && isFloatOrHalf(op.getType()) &&
           areRead({op.getResult(), lies.alone, lies.among});
  }
  return reader->getNumResults() == 1 && halfOf(reader->getResult(0)) == lies.value &&
         areRead({reader->getResult(0), lies.alone, lies.among});
}

bool areRead(const Lies &lies) {
  return llvm::all_of(lies.value.getUsers(),
                      [&](Operation *reader) { return isRead(reader, lies); });
}

} // namespace

bool isReadInPlace(Value value, int64_t pitch) {
  const Sizes shape = sizesOf(value);
  Sizes among = shape;
  among.back() = fixedSize(pitch);
  const Layout rows = Layout::rowMajor(shape.size()).growingFirst(shape);
  return areRead({value, rows.strides(shape), rows.strides(among)});
}

} // namespace qopt
