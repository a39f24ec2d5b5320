// Elements at other places that their coordinates decide.
#include "ir/ops.h"
#include "ir/verify.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// ---- expand ----

LogicalResult ExpandOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  bool fits = from.size() <= to.size();
  for (size_t i = 0; fits && i < from.size(); ++i)
    fits = from[i] == staticDim(1) || mayBeEqual(from[i], to[to.size() - from.size() + i]);
  if (!fits)
    return error() << "(C1): " << toString(from) << " does not broadcast to " << toString(to);
  results.push_back(to);
  return success();
}
// A size that grows beside another would be 1 at times.
bool ExpandOp::mayGrow(unsigned, int64_t dim) {
  SymbolicShape from = symbolicShape(getInput()), to = symbolicShape(getType());
  return from[dim] == to[to.size() - from.size() + dim];
}
LogicalResult ExpandOp::verify() { return verifyMoved(*this, "C2"); }
BodyValue ExpandOp::buildBody(BodyBuilder &body) { return body.operand(0); }
QuantizationRule ExpandOp::quantizationRule() { return sharesInput(); }
OpCost ExpandOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- tile ----

LogicalResult TileOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (getRepeats().size() != shape.size())
    return error() << "(C1): one entry per dimension";
  for (auto [dim, repeat] : llvm::zip_equal(shape, getRepeats())) {
    std::optional<Dim> whole = multiply(dim, staticDim(repeat));
    if (repeat < 0 || !whole)
      return error() << "(C1): " << repeat << " repeats of " << dim.text();
    dim = *whole;
  }
  results.push_back(shape);
  return success();
}
LogicalResult TileOp::verify() { return verifyMoved(*this, "C2"); }
bool TileOp::loadsOperand(unsigned) { return true; }
BodyValue TileOp::buildBody(BodyBuilder &body) {
  SmallVector<BodyValue> from;
  for (auto [i, dim] : llvm::enumerate(symbolicShape(getInput())))
    from.push_back(
        getRepeats()[i] == 1
            ? body.coordinate(int64_t(i))
            : body.scalar.apply(ScalarOp::RemI, body.coordinate(int64_t(i)), body.size(dim)));
  return body.load(0, from);
}
QuantizationRule TileOp::quantizationRule() { return sharesInput(); }
OpCost TileOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- extend ----

LogicalResult ExtendOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  auto extended = padShape(error, "borders", shape, getLow(), getHigh());
  if (failed(extended))
    return failure();
  for (auto [i, dim] : llvm::enumerate(shape))
    if ((getLow()[i] || getHigh()[i]) && dim == staticDim(0))
      return error() << "(C4): dimension " << i << " has no element";
  results.push_back(*extended);
  return success();
}
bool ExtendOp::mayGrow(unsigned, int64_t dim) { return getLow()[dim] == 0 && getHigh()[dim] == 0; }
LogicalResult ExtendOp::verify() {
  if (getMode() != "edge" && getMode() != "reflect" && getMode() != "wrap")
    return violates(*this, "C3") << "mode is '" << getMode() << "'";
  return verifyMoved(*this, "C2");
}
bool ExtendOp::loadsOperand(unsigned) { return true; }

// at mod period, never negative.
static BodyValue modulo(qrt::ScalarBuilder &s, BodyValue at, BodyValue period) {
  BodyValue above = s.apply(ScalarOp::AddI, s.apply(ScalarOp::RemI, at, period), period);
  return s.apply(ScalarOp::RemI, above, period);
}

// The element that stands at place `at` of a dimension without an end.
static BodyValue placeInside(BodyBuilder &body, StringRef mode, BodyValue at, Dim size) {
  qrt::ScalarBuilder &s = body.scalar;
  BodyValue zero = s.constant(int32_t(0)), one = s.constant(int32_t(1)), count = body.size(size);
  BodyValue last = s.apply(ScalarOp::SubI, count, one);
  if (mode == "wrap")
    return modulo(s, at, count);
  if (mode == "reflect") { // there and back again
    BodyValue period = s.apply(ScalarOp::MaxI, s.apply(ScalarOp::AddI, last, last), one);
    at = modulo(s, at, period);
    at = s.apply(ScalarOp::MinI, at, s.apply(ScalarOp::SubI, period, at));
  }
  return s.apply(ScalarOp::MaxI, s.apply(ScalarOp::MinI, at, last), zero);
}

BodyValue ExtendOp::buildBody(BodyBuilder &body) {
  SmallVector<BodyValue> from;
  for (auto [i, dim] : llvm::enumerate(symbolicShape(getInput()))) {
    BodyValue at = body.coordinate(int64_t(i));
    if (getLow()[i] || getHigh()[i]) {
      BodyValue low = body.scalar.constant(int32_t(getLow()[i]));
      at = placeInside(body, getMode(), body.scalar.apply(ScalarOp::SubI, at, low), dim);
    }
    from.push_back(at);
  }
  return body.load(0, from);
}
QuantizationRule ExtendOp::quantizationRule() { return sharesInput(); }
OpCost ExtendOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- reverse_sequence ----

LogicalResult ReverseSequenceOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                             EmitError error) {
  SymbolicShape shape = symbolicShape(getInput()), lengths = symbolicShape(getLengths());
  int64_t rank = int64_t(shape.size()), batch = getBatchAxis(), time = getTimeAxis();
  bool fits = batch >= 0 && batch < rank && time >= 0 && time < rank && batch != time &&
              lengths.size() == 1 && mayBeEqual(lengths[0], shape[batch]);
  if (!fits)
    return error() << "(C1): " << toString(lengths) << " lengths along axis " << batch << " of "
                   << toString(shape) << ", reversed along axis " << time;
  results.push_back(shape);
  return success();
}
LogicalResult ReverseSequenceOp::verify() {
  if (failed(verifyIndices(*this, "C2", getLengths())))
    return failure();
  return verifyMoved(*this, "C3");
}
bool ReverseSequenceOp::loadsOperand(unsigned) { return true; }
BodyValue ReverseSequenceOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  SymbolicShape shape = symbolicShape(getInput());
  BodyValue length = body.load(1, body.coordinate(getBatchAxis()));
  if (length.type == qrt::ScalarType::I64)
    length = s.apply(ScalarOp::I64ToI32, length);
  // A length past the end fails at the first element.
  BodyValue time = body.coordinate(getTimeAxis());
  BodyValue mirrored =
      s.apply(ScalarOp::SubI, s.apply(ScalarOp::SubI, length, time), s.constant(int32_t(1)));
  BodyValue isInside = s.apply(ScalarOp::Less, time, length);
  SmallVector<BodyValue> from;
  for (int64_t i = 0; i < int64_t(shape.size()); ++i)
    from.push_back(body.coordinate(i));
  from[getTimeAxis()] =
      body.guard(s.apply(ScalarOp::Select, isInside, mirrored, time), shape[getTimeAxis()]);
  return body.load(0, from);
}
QuantizationRule ReverseSequenceOp::quantizationRule() {
  return {ResultRule::SharesInput, {OperandRole::Activation, OperandRole::AsIs}};
}
OpCost ReverseSequenceOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

// ---- trilu ----

LogicalResult TriluOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape shape = symbolicShape(getInput());
  if (shape.size() < 2)
    return error() << "(C1): " << toString(shape) << " has no matrices";
  results.push_back(shape);
  return success();
}
LogicalResult TriluOp::verify() { return verifyMoved(*this, "C2"); }
bool TriluOp::loadsOperand(unsigned) { return false; }
bool TriluOp::readsCoordinates() { return true; }
BodyValue TriluOp::buildBody(BodyBuilder &body) {
  qrt::ScalarBuilder &s = body.scalar;
  int64_t rank = int64_t(symbolicShape(getInput()).size());
  BodyValue distance =
      s.apply(ScalarOp::SubI, body.coordinate(rank - 1), body.coordinate(rank - 2));
  BodyValue k = s.constant(int32_t(std::clamp<int64_t>(getK(), -(1LL << 31) + 1, (1LL << 31) - 1)));
  BodyValue stays = getUpper() ? s.apply(ScalarOp::LessEqual, k, distance)
                               : s.apply(ScalarOp::LessEqual, distance, k);
  BodyValue x = body.operand(0), zero = s.constant(0.0f);
  std::optional<QuantParams> params = quantParams(getType());
  if (x.type == qrt::ScalarType::I32)
    zero = s.constant(int32_t(params ? params->zeroPoint : 0));
  else if (x.type == qrt::ScalarType::I64)
    zero = s.constant64(0);
  return s.apply(ScalarOp::Select, stays, x, zero);
}
QuantizationRule TriluOp::quantizationRule() { return sharesInput(); }
OpCost TriluOp::cost(int64_t batch) { return costOf(*this, batch, 0); }
