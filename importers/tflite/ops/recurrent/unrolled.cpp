#include "importers/tflite/ops/recurrent/unrolled.h"

using namespace mlir;

namespace qopt::tflite {

Sequence readSequence(Binder &b, Value x, bool timeMajor) {
  Sequence s{x, 0, timeMajor};
  b.require(!b.ok() || rankOf(s.x) == 3, "of a value that is no sequence of rank 3");
  if (!b.ok())
    return s;
  if (!timeMajor)
    s.x = b.part<nn::TransposeOp>("steps", elementOf(x), s.x, Ints{1, 0, 2});
  const nn::Dim steps = dimsOf(s.x)[0];
  b.support(steps.isStatic() && steps.value() <= 1024, "of so many steps");
  s.steps = b.ok() ? steps.value() : 0;
  b.require(!b.ok() || s.steps > 0, "of no steps");
  return s;
}

Value stepOf(Binder &b, const Sequence &s, int64_t step) {
  SmallVector<nn::Dim> shape = dimsOf(s.x);
  shape[0] = nn::staticDim(1);
  const std::string name = "step" + std::to_string(step);
  Value slice = b.partAs<nn::SliceOp>(name + "/x", shape, elementOf(s.x), s.x, Ints{step, 0, 0},
                                      Ints{1, 1, 1});
  return b.ok() ? b.reshapePart(name + "/row", slice, {shape[1], shape[2]}) : Value();
}

Value joined(Binder &b, const Sequence &s, StringRef name, ArrayRef<Value> rows) {
  SmallVector<Value> steps;
  for (auto [step, row] : llvm::enumerate(rows)) {
    SmallVector<nn::Dim> shape = dimsOf(row);
    shape.insert(shape.begin(), nn::staticDim(1));
    steps.push_back(b.reshapePart((name + std::to_string(step) + "/as_step").str(), row, shape));
  }
  if (!b.ok())
    return {};
  Type element = elementOf(steps[0]);
  Value all = b.part<nn::ConcatOp>((name + "all").str(), element, steps, uint64_t(0));
  return s.timeMajor
             ? all
             : b.part<nn::TransposeOp>((name + "samples").str(), element, all, Ints{1, 0, 2});
}

} // namespace qopt::tflite
