#include "passes/quantize/flat_ends.h"

#include "ir/ops.h"
#include "ir/ops/expansion.h"
#include "ir/scalar_body.h"
#include "ir/values/weights.h"
#include "passes/quantize/roles.h"

#include <bit>
#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

std::optional<float> numberOf(Value value) {
  const std::optional<qrt::Tensor> constant = constantTensor(value);
  if (!constant || constant->size() != 1 || constant->type() != qrt::ElementType::F32)
    return std::nullopt;
  return constant->values<float>()[0];
}

// Operations in order, of which the last gives the result: each reads a number, what one before it
// makes, or the value that the function is of.
using Function = SmallVector<Operation *>;

bool isFunction(ArrayRef<Operation *> steps, Value of) {
  auto isKnown = [&](Value operand) {
    return operand == of || numberOf(operand) || llvm::is_contained(steps, operand.getDefiningOp());
  };
  return llvm::all_of(steps, [&](Operation *op) {
    auto body = dyn_cast<ScalarBodyOpInterface>(op);
    return body && !isa<AnchorOpInterface>(op) && !body.readsCoordinates() && !isExpandable(op) &&
           llvm::all_of(op->getOperands(), isKnown);
  });
}

// Gives the function of each reader of `value`, and nothing where a reader is no function of it
// alone. A bound by itself gives nothing, too: B1 to B4 say what becomes of its operand's range.
std::optional<SmallVector<Function>> functionsOf(Value value, ReaderSteps stepsOf) {
  SmallVector<Function> functions;
  for (Operation *user : value.getUsers()) {
    Function steps = stepsOf(user);
    if (steps.empty() || !isFunction(steps, value) ||
        (steps.size() == 1 && ruleOf(steps.front()).isBound))
      return std::nullopt;
    if (!llvm::is_contained(functions, steps)) // several operations of a group read the value
      functions.push_back(std::move(steps));
  }
  return functions;
}

// Programs of constants fold: `function`'s result for the number `x`.
std::optional<float> resultAt(const Function &function, Value of, float x) {
  qrt::ScalarBuilder scalar;
  DenseMap<Value, BodyValue> values{{of, scalar.constant(x)}};
  for (Operation *op : function)
    values[op->getResult(0)] = inlineBody(scalar, bodyOf(op), [&](const qrt::ScalarInput &input) {
      if (input.kind != qrt::ScalarInputKind::Tensor)
        return scalar.constant(NAN); // no number of its own: equal to nothing
      Value operand = op->getOperand(input.index);
      auto known = values.find(operand);
      return known != values.end() ? known->second : scalar.constant(*numberOf(operand));
    });
  const qrt::ScalarProgram program =
      scalar.finish(values.at(function.back()->getResult(0)), qrt::ElementType::F32);
  const qrt::ScalarInstruction &last = program.instructions[program.result];
  if (last.op != qrt::ScalarOp::Constant)
    return std::nullopt;
  return std::bit_cast<float>(uint32_t(last.bits));
}

class FlatEnds {
public:
  FlatEnds(Value value, ArrayRef<Function> functions) : value(value), functions(functions) {}

  // Returns how far from `end` towards `other` all results stay what they are at `end`.
  double flatUntil(double end, double other) const {
    constexpr int parts = 256, halvings = 24; // as many as there are steps, and f32's bits
    double flat = end, open = end;
    for (int i = 1; i <= parts && open == end; ++i) {
      const double x = end + (other - end) * i / parts;
      (isAsAt(end, x) ? flat : open) = x;
    }
    if (open == end || flat == end)
      return end; // flat everywhere, or for less than a step
    for (int i = 0; i < halvings; ++i) {
      const double middle = (flat + open) / 2;
      (isAsAt(end, middle) ? flat : open) = middle;
    }
    return flat;
  }

private:
  bool isAsAt(double end, double x) const {
    return llvm::all_of(functions, [&](const Function &function) {
      const std::optional<float> a = resultAt(function, value, float(end)),
                                 b = resultAt(function, value, float(x));
      return a && b && *a == *b;
    });
  }

  Value value;
  ArrayRef<Function> functions;
};

} // namespace

KnownRange withoutFlatEnds(Value value, KnownRange range, ReaderSteps stepsOf) {
  if (value.use_empty() || range.isEndless() || !(range.min < range.max))
    return range;
  const std::optional<SmallVector<Function>> functions = functionsOf(value, stepsOf);
  if (!functions)
    return range;
  const FlatEnds ends(value, *functions);
  const double low = ends.flatUntil(range.min, range.max);
  const double high = ends.flatUntil(range.max, range.min);
  return low < high ? KnownRange{low, high} : range;
}

} // namespace qopt
