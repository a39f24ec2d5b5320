#include "passes/calibrate/error_taps.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "passes/quantize/roles.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

using Candidates = llvm::StringMap<SmallVector<QuantParams, 4>>;

// Operations that would compute on the value's steps.
SmallVector<Operation *> readersOf(Value value) {
  SmallVector<Operation *> readers;
  for (Operation *user : value.getUsers()) {
    auto rule = dyn_cast<QuantizationRuleOpInterface>(user);
    if (rule && rule.quantizationRule().result != ResultRule::StaysFloat &&
        user->getNumResults() == 1 && isF32(user->getResult(0).getType()) &&
        llvm::is_contained(activationsOf(user), value) && !llvm::is_contained(readers, user))
      readers.push_back(user);
  }
  return readers;
}

class ErrorTapper {
public:
  explicit ErrorTapper(func::FuncOp function)
      : function(function), builder(function.front().getTerminator()), names(function) {}

  void tap(Value value, ArrayRef<QuantParams> tried, ArrayRef<Operation *> readers) {
    for (auto [r, reader] : llvm::enumerate(readers))
      measure(reader->getResult(0), {keyOf(value), std::nullopt, r});
    if (readers.empty())
      measure(value, {keyOf(value), std::nullopt, 0});
    for (auto [c, params] : llvm::enumerate(tried)) {
      Value rounded = roundedBy(value, params);
      for (auto [r, reader] : llvm::enumerate(readers)) {
        IRMapping mapping;
        mapping.map(value, rounded);
        Operation *copy = builder.clone(*reader, mapping);
        setName(copy, names.unique(layerName(reader) + "_rounded"));
        measure(difference(copy->getResult(0), reader->getResult(0)), {keyOf(value), c, r});
      }
      if (readers.empty())
        measure(difference(rounded, value), {keyOf(value), c, 0});
    }
  }

  std::vector<ErrorTap> finish() {
    appendResults(function, results);
    return std::move(taps);
  }

private:
  Value roundedBy(Value value, const QuantParams &params) {
    auto type = cast<RankedTensorType>(value.getType());
    auto steps = QuantizeOp::create(builder, value.getLoc(),
                                    type.clone(quantType(builder.getContext(), params)), value);
    setName(steps, names.unique(keyOf(value) + "_steps"));
    auto back = DequantizeOp::create(builder, value.getLoc(), type, steps);
    setName(back, names.unique(keyOf(value) + "_rounded"));
    return back;
  }

  Value difference(Value a, Value b) {
    auto sub = SubOp::create(builder, a.getLoc(), a.getType(), a, b);
    setName(sub, names.unique(keyOf(b) + "_error"));
    return sub;
  }

  // The mean of the squares, over all but the samples.
  void measure(Value value, ErrorTap tap) {
    std::optional<int64_t> axis = sampleAxis(function, value);
    SymbolicShape shape = symbolicShape(value), kept;
    SmallVector<int64_t> axes;
    for (int64_t i = 0; i < int64_t(shape.size()); ++i)
      i == axis ? kept.push_back(shape[i]) : axes.push_back(i);
    auto square = MulOp::create(builder, value.getLoc(), value.getType(), value, value);
    setName(square, names.unique(keyOf(value) + "_square"));
    auto mean = ReduceMeanOp::create(builder, value.getLoc(),
                                     tensorType(kept, builder.getF32Type()), square, axes, false);
    setName(mean, names.unique(keyOf(value) + "_mean"));
    results.push_back(mean);
    tap.perSample = axis.has_value();
    taps.push_back(std::move(tap));
  }

  func::FuncOp function;
  OpBuilder builder;
  NameTable names;
  SmallVector<Value> results;
  std::vector<ErrorTap> taps;
};

} // namespace

std::vector<ErrorTap> tapErrors(func::FuncOp function, const Candidates &candidates) {
  struct Subject {
    Value value;
    const SmallVector<QuantParams, 4> *tried;
    SmallVector<Operation *> readers; // of the network alone: taps will be some, too
  };
  std::vector<Subject> subjects;
  for (Value value : floatValues(function)) {
    auto found = candidates.find(keyOf(value));
    if (found != candidates.end() && isF32(value.getType()))
      subjects.push_back({value, &found->second, readersOf(value)});
  }
  ErrorTapper tapper(function);
  for (const Subject &subject : subjects)
    tapper.tap(subject.value, *subject.tried, subject.readers);
  return tapper.finish();
}

} // namespace qopt
