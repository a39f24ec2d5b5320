#include "passes/calibrate/error_taps.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "passes/quantize/roles.h"

#include "mlir/IR/IRMapping.h"

#include <set>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

bool readsSteps(Operation *user, Value value) {
  auto rule = dyn_cast<QuantizationRuleOpInterface>(user);
  return rule && rule.quantizationRule().result != ResultRule::StaysFloat &&
         user->getNumResults() == 1 && isF32(user->getResult(0).getType()) &&
         llvm::is_contained(activationsOf(user), value);
}

// An operation that would compute on a value's steps, behind the exact copies before it: what a
// pool leaves out costs nothing.
using Reader = SmallVector<Operation *, 2>;

// A copy whose result nobody computes on is a reader itself.
SmallVector<Reader> readersOf(Value value) {
  SmallVector<Reader> readers;
  std::set<Reader> known;
  for (Operation *user : value.getUsers()) {
    if (!readsSteps(user, value))
      continue;
    SmallVector<Reader> behind;
    if (keepsInput(user))
      behind = readersOf(user->getResult(0));
    if (behind.empty())
      behind.emplace_back();
    for (Reader &reader : behind) {
      reader.insert(reader.begin(), user);
      if (known.insert(reader).second)
        readers.push_back(std::move(reader));
    }
  }
  return readers;
}

// One of one operand, as a sigmoid, that has a table.
bool isFunction(Operation *op) {
  return op->getNumOperands() == 1 && op->getOperand(0).getType() == op->getResult(0).getType() &&
         !follows(op);
}

class ErrorTapper {
public:
  explicit ErrorTapper(func::FuncOp function)
      : function(function), builder(function.getContext()), names(function) {}

  void tap(Value value, ArrayRef<ErrorCandidate> tried, ArrayRef<Reader> readers) {
    if (readers.empty())
      tapReader(value, tried, {}, 0);
    for (auto [r, reader] : llvm::enumerate(readers))
      tapReader(value, tried, reader, r);
  }

  std::vector<ErrorTap> finish() {
    appendResults(function, results);
    return std::move(taps);
  }

private:
  // How far the reader, or the value itself, is off where changed values stand for `value`: all of
  // it right behind the reader, so that nothing is kept for long.
  void tapReader(Value value, ArrayRef<ErrorCandidate> tried, const Reader &reader, size_t r) {
    Value result = reader.empty() ? value : reader.back()->getResult(0);
    builder.setInsertionPointAfterValue(result);
    measure(result, {keyOf(value), std::nullopt, r});
    for (auto [c, candidate] : llvm::enumerate(tried)) {
      auto tryOn = [&](Value changed, bool clipped) {
        IRMapping mapping;
        mapping.map(value, changed);
        for (Operation *op : reader)
          setName(builder.clone(*op, mapping), names.unique(layerName(op) + "_tried"));
        measure(difference(mapping.lookup(result), result), {keyOf(value), c, r, clipped});
      };
      tryOn(roundedBy(value, candidate.params), false);
      if (candidate.tapsClipping)
        tryOn(clippedBy(value, candidate.params), true);
    }
  }

  Value roundedBy(Value value, const QuantParams &params) {
    auto type = cast<RankedTensorType>(value.getType());
    auto steps = QuantizeOp::create(builder, value.getLoc(),
                                    type.clone(quantType(builder.getContext(), params)), value);
    setName(steps, names.unique(keyOf(value) + "_steps"));
    auto back = DequantizeOp::create(builder, value.getLoc(), type, steps);
    setName(back, names.unique(keyOf(value) + "_rounded"));
    return back;
  }

  // Cut off where the steps end, and not rounded.
  Value clippedBy(Value value, const QuantParams &params) {
    auto end = [&](int64_t step) {
      return builder.getF32FloatAttr(float(params.scale * double(step - params.zeroPoint)));
    };
    auto clip = ClipOp::create(builder, value.getLoc(), value.getType(), value, end(params.min),
                               end(params.max));
    setName(clip, names.unique(keyOf(value) + "_clipped"));
    return clip;
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

bool isReadAsSteps(Value value) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) { return readsSteps(user, value); });
}

bool isReadByFunction(Value value) {
  return llvm::any_of(readersOf(value),
                      [](const Reader &reader) { return isFunction(reader.back()); });
}

std::vector<ErrorTap> tapErrors(func::FuncOp function, const ErrorCandidates &candidates,
                                function_ref<bool(Value)> isReadElsewhere) {
  struct Subject {
    Value value;
    const SmallVector<ErrorCandidate, 4> *tried;
    SmallVector<Reader> readers; // of the network alone: taps will be some, too
  };
  std::vector<Subject> subjects;
  for (Value value : floatValues(function)) {
    auto found = candidates.find(keyOf(value));
    if (found == candidates.end() || !isF32(value.getType()))
      continue;
    Subject subject{value, &found->second, readersOf(value)};
    if (!subject.readers.empty() || !isReadElsewhere || !isReadElsewhere(value))
      subjects.push_back(std::move(subject));
  }
  ErrorTapper tapper(function);
  for (const Subject &subject : subjects)
    tapper.tap(subject.value, *subject.tried, subject.readers);
  return tapper.finish();
}

} // namespace qopt
