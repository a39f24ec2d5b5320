// Images sampled where a grid says.
#include "ir/ops.h"
#include "ir/ops/windows/window_body.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

LogicalResult GridSampleOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(getInput()), grid = symbolicShape(getGrid());
  int64_t rank = int64_t(input.size()) - 2;
  int64_t most = getMode() == "cubic" ? 2 : 3;
  bool fits = rank >= 1 && rank <= most && grid.size() == input.size() &&
              mayBeEqual(grid[0], input[0]) && grid.back() == staticDim(rank) &&
              !llvm::is_contained(ArrayRef(input).drop_front(2), staticDim(0));
  if (!fits)
    return error() << "(C1): input " << toString(input) << " and grid " << toString(grid)
                   << " do not fit";
  SymbolicShape to{input[0], input[1]};
  to.append(grid.begin() + 1, grid.end() - 1);
  results.push_back(to);
  return success();
}
LogicalResult GridSampleOp::verify() {
  if (failed(verifyAllF32(*this, "C2")))
    return failure();
  if (!llvm::is_contained({"nearest", "linear", "cubic"}, getMode()) ||
      !llvm::is_contained({"zeros", "border", "reflection"}, getPadding()))
    return violates(*this, "C3") << "mode '" << getMode() << "', padding '" << getPadding() << "'";
  return success();
}
// The image's sizes are part of how coordinates are computed, whatever they are.
bool GridSampleOp::mayGrow(unsigned, int64_t) { return true; }
bool GridSampleOp::loadsOperand(unsigned) { return true; }
QuantizationRule GridSampleOp::quantizationRule() {
  return {ResultRule::StaysFloat, {OperandRole::Float, OperandRole::Float}};
}
OpCost GridSampleOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

namespace {
/// One of the image's dimensions.
struct Along {
  Along(BodyMath m, GridSampleOp op, const Dim &size, BodyValue entry);

  /// The element `offset` from the one at or before the place, as padding has it.
  struct Element {
    BodyValue index, isInside;
  };
  Element element(int offset) const;
  SmallVector<BodyValue> weights() const;
  int firstOffset() const { return mode == "cubic" ? -1 : 0; }

private:
  BodyValue f(ScalarOp op, BodyValue a, BodyValue b) const { return m.apply(op, a, b); }
  BodyValue reflected(BodyValue place) const;
  BodyValue padded(BodyValue place) const;

  BodyMath m;
  StringRef mode, padding;
  Dim size;
  BodyValue low, high, last; // edges of reflection; the last element
  BodyValue place, base;
};
} // namespace

Along::Along(BodyMath m, GridSampleOp op, const Dim &size, BodyValue entry)
    : m(m), mode(op.getMode()), padding(op.getPadding()), size(size) {
  BodyValue one = m.number(1), half = m.number(0.5f);
  BodyValue count = m.apply(ScalarOp::IntToF32, m.body.size(size));
  BodyValue fromLow = f(ScalarOp::AddF, entry, one);
  last = f(ScalarOp::SubF, count, one);
  if (op.getAlignCorners()) {
    low = m.number(0);
    high = last;
    place = f(ScalarOp::MulF, f(ScalarOp::MulF, fromLow, half), last);
  } else {
    low = m.number(-0.5f);
    high = f(ScalarOp::SubF, count, half);
    place = f(ScalarOp::MulF, f(ScalarOp::SubF, f(ScalarOp::MulF, fromLow, count), one), half);
  }
  if (mode == "nearest")
    place = m.apply(ScalarOp::RintF, place);
  place = padded(place);
  base = mode == "nearest" ? place : m.apply(ScalarOp::FloorF, place);
}

// At either edge, as often as it takes; an image between equal edges has one element.
BodyValue Along::reflected(BodyValue at) const {
  BodyValue isBelow = f(ScalarOp::Less, at, low), span = f(ScalarOp::SubF, high, low);
  BodyValue beyond = m.select(isBelow, f(ScalarOp::SubF, low, at), f(ScalarOp::SubF, at, high));
  BodyValue times = m.apply(ScalarOp::FloorF, f(ScalarOp::DivF, beyond, span));
  BodyValue rest = f(ScalarOp::SubF, beyond, f(ScalarOp::MulF, times, span));
  BodyValue half = m.apply(ScalarOp::FloorF, f(ScalarOp::MulF, times, m.number(0.5f)));
  BodyValue isEven = f(ScalarOp::Equal, f(ScalarOp::AddF, half, half), times);
  BodyValue fromLow = f(ScalarOp::Equal, isEven, isBelow);
  BodyValue there = m.select(fromLow, f(ScalarOp::AddF, low, rest), f(ScalarOp::SubF, high, rest));
  return m.select(f(ScalarOp::Equal, span, m.number(0)), low, there);
}

BodyValue Along::padded(BodyValue at) const {
  if (padding == "zeros")
    return at;
  BodyValue isOutside = m.either(f(ScalarOp::Less, at, low), f(ScalarOp::Less, high, at));
  BodyValue drawn = padding == "reflection"
                        ? reflected(at)
                        : f(ScalarOp::MinF, f(ScalarOp::MaxF, at, m.number(0)), last);
  return m.select(isOutside, drawn, at);
}

Along::Element Along::element(int offset) const {
  // A place so far out that its index saturates lies outside all the same.
  BodyValue at = f(ScalarOp::AddF, base, m.number(float(offset)));
  if (padding == "reflection")
    at = padded(at);
  BodyValue index = m.apply(ScalarOp::F32ToIndex, at);
  BodyValue isInside = padding == "zeros" ? m.isInside(index, size) : m.integer(1);
  return {m.within(index, size), isInside};
}

SmallVector<BodyValue> Along::weights() const {
  BodyValue one = m.number(1), x = f(ScalarOp::SubF, place, base);
  BodyValue rest = f(ScalarOp::SubF, one, x);
  if (mode == "nearest")
    return {one};
  if (mode == "linear")
    return {rest, x};
  const float a = -0.75f;
  auto timesPlus = [&](BodyValue factor, BodyValue by, float plus) {
    return f(ScalarOp::AddF, f(ScalarOp::MulF, factor, by), m.number(plus));
  };
  auto near = [&](BodyValue t) { // within 1
    BodyValue first = timesPlus(m.number(a + 2), t, -(a + 3));
    return timesPlus(f(ScalarOp::MulF, first, t), t, 1);
  };
  auto far = [&](BodyValue t) { // from 1 to 2
    return timesPlus(timesPlus(timesPlus(m.number(a), t, -5 * a), t, 8 * a), t, -4 * a);
  };
  return {far(f(ScalarOp::AddF, x, one)), near(x), near(rest), far(f(ScalarOp::AddF, rest, one))};
}

// The last dimension first, as its sums are the others' elements.
static BodyValue sampled(BodyMath m, ArrayRef<Along> left, SmallVectorImpl<BodyValue> &place,
                         BodyValue isInside) {
  if (left.empty()) {
    BodyValue value = m.body.load(0, place);
    return m.select(isInside, value, m.number(0));
  }
  SmallVector<BodyValue> weights = left.front().weights();
  BodyValue sum;
  for (size_t k = 0; k < weights.size(); ++k) {
    Along::Element element = left.front().element(left.front().firstOffset() + int(k));
    place.push_back(element.index);
    BodyValue value = sampled(m, left.drop_front(), place, m.both(isInside, element.isInside));
    place.pop_back();
    if (weights.size() > 1)
      value = m.apply(ScalarOp::MulF, weights[k], value);
    sum = k ? m.apply(ScalarOp::AddF, sum, value) : value;
  }
  return sum;
}

BodyValue GridSampleOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  SymbolicShape shape = symbolicShape(getInput());
  int64_t rank = int64_t(shape.size()) - 2;
  SmallVector<BodyValue> entry{body.coordinate(0)};
  for (int64_t i = 0; i < rank; ++i)
    entry.push_back(body.coordinate(2 + i));
  entry.emplace_back();
  SmallVector<Along> along;
  for (int64_t i = 0; i < rank; ++i) {
    entry.back() = m.integer(rank - 1 - i);
    along.emplace_back(m, *this, shape[2 + i], body.load(1, entry));
  }
  SmallVector<BodyValue> place{body.coordinate(0), body.coordinate(1)};
  return sampled(m, along, place, m.integer(1));
}
