#include "passes/calibrate/error_taps.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/values/keys.h"
#include "ir/values/results.h"
#include "passes/calibrate/reader_functions.h"
#include "passes/calibrate/reader_places.h"
#include "passes/quantize/roles.h"
#include "passes/tensor_types.h"

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

// Steps that the value's layer would write are read as real values too: the value is an output of
// the network, or of what stays float.
bool isReadAsReal(Value value) {
  auto maker = value.getDefiningOp<QuantizationRuleOpInterface>();
  if (!maker || maker.quantizationRule().result == ResultRule::StaysFloat)
    return false;
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !readsSteps(user, value) ||
           (keepsInput(user) && !readersOf(user->getResult(0)).empty() &&
            isReadAsReal(user->getResult(0)));
  });
}

class ErrorTapper {
public:
  ErrorTapper(func::FuncOp function, int64_t mostValues)
      : function(function), mostValues(mostValues), builder(function.getContext()),
        names(function) {}

  void tap(Value value, ArrayRef<ErrorCandidate> tried, ArrayRef<Reader> readers) {
    for (auto [r, reader] : llvm::enumerate(readers))
      tapReader(value, tried, reader, r);
  }

  std::vector<ErrorTap> finish() {
    appendResults(function, results);
    return std::move(taps);
  }

private:
  // Taps how far the reader, or the value itself, is off where changed values stand for `value`:
  // all of it right behind the reader, so that nothing is kept for long.
  void tapReader(Value tapped, ArrayRef<ErrorCandidate> tried, const Reader &whole, size_t r) {
    const std::string key = keyOf(tapped);
    builder.setInsertionPointAfterValue(whole.empty() ? tapped : whole.back()->getResult(0));
    const auto [value, reader] = atPlaces(tapped, whole);
    Value result = reader.empty() ? value : reader.back()->getResult(0);
    measure(result, {key, std::nullopt, r});
    for (auto [c, candidate] : llvm::enumerate(tried)) {
      auto tryOn = [&](Value changed, bool clipped) {
        IRMapping mapping;
        mapping.map(value, changed);
        for (Operation *op : reader)
          setName(builder.clone(*op, mapping), names.unique(layerName(op) + "_tried"));
        measure(difference(mapping.lookup(result), result), {key, c, r, clipped});
      };
      tryOn(roundedBy(value, candidate.params), false);
      if (candidate.tapsClipping)
        tryOn(clippedBy(value, candidate.params), true);
    }
  }

  // Values behind copies are rounded there: rounding and cutting off keep the order of values, and
  // 0, so that they change a copy as they change the value.
  std::pair<Value, Reader> atPlaces(Value value, const Reader &reader) {
    const ArrayRef<Operation *> copies = ArrayRef(reader).drop_back(reader.empty() ? 0 : 1);
    if (!llvm::all_of(copies, llvm::IsaPred<ReshapeOp, TransposeOp, SliceOp, MaxPool2dOp>))
      return {value, reader};
    Value read = copies.empty() ? value : copies.back()->getResult(0);
    auto made =
        readerAtPlaces(builder, names, read, reader.empty() ? nullptr : reader.back(), mostValues);
    if (!made)
      return {value, reader};
    return {made->value, made->reader ? Reader{made->reader} : Reader()};
  }

  Value roundedBy(Value value, const QuantParams &params) {
    Type type = value.getType();
    auto steps = QuantizeOp::create(builder, value.getLoc(), asSteps(type, params), value);
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

  // Takes the mean of the squares over all but the samples. That of each channel comes first, so
  // that nothing is turned around for it where channels lie last.
  void measure(Value value, ErrorTap tap) {
    const std::optional<int64_t> samples = sampleAxis(function, value);
    auto square = MulOp::create(builder, value.getLoc(), value.getType(), value, value);
    setName(square, names.unique(keyOf(value) + "_square"));
    SmallVector<int64_t> places, others;
    for (int64_t i = 0; i < int64_t(symbolicShape(value).size()); ++i)
      if (i != samples)
        (i > 1 ? places : others).push_back(i);
    Value mean = square;
    if (!places.empty() && !others.empty())
      mean = meanOver(mean, places, keyOf(value) + "_channels");
    else
      others.append(places);
    mean = meanOver(mean, others, keyOf(value) + "_mean");
    results.push_back(mean);
    tap.perSample = samples.has_value();
    taps.push_back(std::move(tap));
  }

  Value meanOver(Value value, ArrayRef<int64_t> axes, const std::string &name) {
    SymbolicShape kept;
    for (auto [i, dim] : llvm::enumerate(symbolicShape(value)))
      if (!llvm::is_contained(axes, int64_t(i)))
        kept.push_back(dim);
    auto mean = ReduceMeanOp::create(builder, value.getLoc(),
                                     tensorType(kept, builder.getF32Type()), value, axes, false);
    setName(mean, names.unique(name));
    return mean;
  }

  func::FuncOp function;
  int64_t mostValues; // that a reader reads of a sample
  OpBuilder builder;
  NameTable names;
  SmallVector<Value> results;
  std::vector<ErrorTap> taps;
};

} // namespace

bool isReadByFunction(Value value) {
  return llvm::any_of(readersOf(value),
                      [](const Reader &reader) { return isFunction(reader.back()); });
}

bool countsItself(Value value) { return readersOf(value).empty() || isReadAsReal(value); }

std::vector<ErrorTap> tapErrors(func::FuncOp function, const ErrorCandidates &candidates,
                                int64_t mostValues, function_ref<bool(Value)> isMeasuredItself) {
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
    SmallVector<Reader> readers = readersOf(value);
    if (isMeasuredItself(value))
      readers.emplace_back(); // itself
    if (!readers.empty())
      subjects.push_back({value, &found->second, std::move(readers)});
  }
  ErrorTapper tapper(function, mostValues);
  for (const Subject &subject : subjects)
    tapper.tap(subject.value, *subject.tried, subject.readers);
  return tapper.finish();
}

} // namespace qopt
