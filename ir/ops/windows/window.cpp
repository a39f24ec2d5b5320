// Windows whose elements are loaded at computed places.
#include "ir/ops.h"
#include "ir/ops/windows/window_body.h"
#include "ir/verify.h"
#include "runtime/numerics/windows/windows.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// Bodies are written out position by position.
static constexpr int64_t mostPositions = 256;

static bool isFewPositions(ArrayRef<int64_t> kernel) {
  int64_t count = 1;
  for (int64_t size : kernel)
    if (llvm::MulOverflow(count, size, count) || count > mostPositions)
      return false;
  return true;
}

// ---- places of maxima ----

LogicalResult MaxPlaceOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(getInput());
  if (input.size() < 3)
    return error() << "(C1): input must be of rank 3 or more";
  auto result =
      slideChannels(error, "C2", input, getKernel(), getStrides(), getPads(), getDilations());
  if (succeeded(result))
    results.push_back(*result);
  return result;
}

LogicalResult MaxPlaceOp::verify() {
  if (!isFewPositions(getKernel()))
    return violates(*this, "C4") << "the window has more than " << mostPositions << " positions";
  if (!isF32(getInput().getType()) || !getElementTypeOrSelf(getType()).isInteger(64))
    return violates(*this, "C3") << "from " << getInput().getType() << " to " << getType();
  return verifyCoverage(*this, "C2", {getKernel(), getStrides(), getPads(), getDilations()});
}
bool MaxPlaceOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
bool MaxPlaceOp::loadsOperand(unsigned) { return true; }
QuantizationRule MaxPlaceOp::quantizationRule() { return staysFloat(*this); }
OpCost MaxPlaceOp::cost(int64_t batch) {
  OpCost cost = costOf(*this, batch, 0);
  cost.elements *= llvm::product_of(getKernel());
  return cost;
}

// The place of an element, by the coordinates of its image alone the last dimensions first where
// that is asked.
static BodyValue placeOf(BodyMath m, const SymbolicShape &shape, ArrayRef<BodyValue> at,
                         bool columnMajor) {
  BodyValue place = m.wide(at[0]);
  SmallVector<size_t> order{1};
  for (size_t i = 2; i < shape.size(); ++i)
    order.push_back(columnMajor ? shape.size() + 1 - i : i);
  for (size_t dim : order)
    place = m.add(m.mul(place, m.wide(m.body.size(shape[dim]))), m.wide(at[dim]));
  return place;
}

BodyValue MaxPlaceOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  SymbolicShape shape = symbolicShape(getInput());
  size_t rank = getKernel().size();
  BodyValue best = m.number(0), bestPlace = m.wide(m.integer(0)), found = m.integer(0);
  forEachPosition(getKernel(), [&](ArrayRef<int64_t> tap) {
    SmallVector<BodyValue> at{body.coordinate(0), body.coordinate(1)};
    BodyValue inside = m.integer(1);
    for (size_t i = 0; i < rank; ++i) {
      BodyValue start = m.mul(body.coordinate(2 + i), m.integer(getStrides()[i]));
      BodyValue place = m.add(start, m.integer(tap[i] * getDilations()[i] - getPads()[i]));
      inside = m.both(inside, m.isInside(place, shape[2 + i]));
      at.push_back(m.within(place, shape[2 + i]));
    }
    BodyValue value = body.load(0, at);
    // Greater, or the first NaN.
    BodyValue beats = m.both(m.negated(m.apply(ScalarOp::LessEqual, value, best)),
                             m.apply(ScalarOp::Equal, best, best));
    BodyValue takes = m.both(inside, m.either(m.negated(found), beats));
    best = m.select(takes, value, best);
    bestPlace = m.select(takes, placeOf(m, shape, at, getColumnMajor()), bestPlace);
    found = m.either(found, inside);
  });
  return bestPlace;
}

// ---- columns folded ----

LogicalResult FoldColumnsOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(getInput());
  auto image = llvm::map_to_vector(getImage(), staticDim);
  auto places =
      slideImage(error, "C2", image, getKernel(), getStrides(), getPads(), getDilations());
  if (failed(places))
    return failure();
  std::optional<Dim> columns = productOf(*places);
  auto positions = productOf(llvm::map_to_vector(getKernel(), staticDim));
  if (input.size() != 3 || !columns || !positions || !input[1].isStatic() ||
      input[1].value() % positions->value() || !mayBeEqual(input[2], *columns))
    return error() << "(C1): " << toString(input) << " does not hold the columns of "
                   << toString(image);
  SymbolicShape result{input[0], staticDim(input[1].value() / positions->value())};
  result.append(image);
  results.push_back(result);
  return success();
}
LogicalResult FoldColumnsOp::verify() {
  if (!isFewPositions(getKernel()))
    return violates(*this, "C4") << "the window has more than " << mostPositions << " positions";
  return verifyAllF32(*this, "C3");
}
bool FoldColumnsOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
bool FoldColumnsOp::loadsOperand(unsigned) { return true; }
QuantizationRule FoldColumnsOp::quantizationRule() { return staysFloat(*this); }
OpCost FoldColumnsOp::cost(int64_t batch) {
  OpCost cost = costOf(*this, batch, 0);
  cost.elements *= llvm::product_of(getKernel());
  return cost;
}

BodyValue FoldColumnsOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  size_t rank = getKernel().size();
  int64_t positions = llvm::product_of(getKernel()), tapNumber = 0;
  Dim columns = symbolicShape(getInput())[2];
  BodyValue sum = m.number(0), zero = m.number(0);
  BodyValue channel = m.mul(body.coordinate(1), m.integer(positions));
  forEachPosition(getKernel(), [&](ArrayRef<int64_t> tap) {
    BodyValue covered = m.integer(1), column = m.integer(0);
    for (size_t i = 0; i < rank; ++i) {
      WindowDim w{getKernel()[i], getStrides()[i], getDilations()[i], getPads()[i],
                  getPads()[i + rank]};
      BodyValue from =
          m.add(body.coordinate(2 + i), m.integer(getPads()[i] - tap[i] * getDilations()[i]));
      BodyValue step = m.apply(ScalarOp::DivI, from, m.integer(w.stride));
      Dim count = *slide(staticDim(getImage()[i]), w);
      BodyValue divides = m.apply(ScalarOp::Equal, m.mul(step, m.integer(w.stride)), from);
      covered = m.both(covered, m.both(divides, m.isInside(step, count)));
      column = m.add(m.mul(column, m.integer(count.value())), m.within(step, count));
    }
    BodyValue value = body.load(
        0, {body.coordinate(0), m.add(channel, m.integer(tapNumber++)), m.within(column, columns)});
    sum = m.apply(ScalarOp::AddF, sum, m.select(covered, value, zero));
  });
  return sum;
}
