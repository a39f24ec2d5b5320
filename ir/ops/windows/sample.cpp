// Images sampled at places that data say.
#include "ir/ops.h"
#include "ir/ops/windows/window_body.h"

using namespace mlir;
using namespace qopt::nn;
using qrt::ScalarOp;

// ---- deformed columns ----

LogicalResult DeformColumnsOp::inferShapes(SmallVectorImpl<SymbolicShape> &results,
                                           EmitError error) {
  SymbolicShape input = symbolicShape(getInput()), offset = symbolicShape(getOffset());
  if (input.size() != 4 || getKernel().size() != 2)
    return error() << "(C1): input must be of rank 4";
  auto image = slideImage(error, "C2", ArrayRef(input).drop_front(2), getKernel(), getStrides(),
                          getPads(), getDilations());
  if (failed(image))
    return failure();
  int64_t positions = 0, groups = getGroups();
  bool fits = !llvm::MulOverflow(getKernel()[0], getKernel()[1], positions) &&
              positions <= qrt::extentLimit && input[1].isStatic() && groups > 0 &&
              groups <= input[1].value() && input[1].value() % groups == 0;
  std::optional<Dim> channels = fits ? multiply(input[1], staticDim(positions)) : std::nullopt;
  auto agrees = [&](const SymbolicShape &shape, int64_t each) {
    std::optional<Dim> wanted = multiply(staticDim(groups * each), staticDim(positions));
    return wanted && mayBeEqual(shape, SymbolicShape{input[0], *wanted, (*image)[0], (*image)[1]});
  };
  if (!channels || !agrees(offset, 2) || (getMask() && !agrees(symbolicShape(getMask()), 1)))
    return error() << "(C1): input " << toString(input) << ", offset " << toString(offset)
                   << " and mask do not fit in " << groups << " groups";
  results.push_back({input[0], *channels, (*image)[0], (*image)[1]});
  return success();
}
LogicalResult DeformColumnsOp::verify() { return verifyAllF32(*this, "C3"); }
bool DeformColumnsOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
bool DeformColumnsOp::loadsOperand(unsigned) { return true; }
QuantizationRule DeformColumnsOp::quantizationRule() { return staysFloat(*this); }
OpCost DeformColumnsOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

BodyValue DeformColumnsOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  SymbolicShape shape = symbolicShape(getInput());
  int64_t positions = getKernel()[0] * getKernel()[1];
  BodyValue n = body.coordinate(0), y = body.coordinate(2), x = body.coordinate(3);
  BodyValue channel = m.apply(ScalarOp::DivI, body.coordinate(1), m.integer(positions));
  BodyValue tap = m.apply(ScalarOp::RemI, body.coordinate(1), m.integer(positions));
  BodyValue group =
      m.apply(ScalarOp::DivI, channel, m.integer(shape[1].value() / int64_t(getGroups())));
  BodyValue entry = m.add(m.mul(group, m.integer(positions)), tap);
  BodyValue kernelWidth = m.integer(getKernel()[1]);
  const BodyValue taps[2] = {m.apply(ScalarOp::DivI, tap, kernelWidth),
                             m.apply(ScalarOp::RemI, tap, kernelWidth)};
  BodyValue at[2];
  for (int64_t i = 0; i < 2; ++i) {
    BodyValue place = m.mul(i ? x : y, m.integer(getStrides()[i]));
    place = m.add(place, m.mul(taps[i], m.integer(getDilations()[i])));
    place = m.add(place, m.integer(-getPads()[i]));
    BodyValue moved = body.load(1, {n, m.add(m.mul(entry, m.integer(2)), m.integer(i)), y, x});
    at[i] = m.apply(ScalarOp::AddF, m.apply(ScalarOp::IntToF32, place), moved);
  }
  LinearSample sample(m, at[0], at[1], shape[2], shape[3], [&](BodyValue row, BodyValue column) {
    return body.load(0, {n, channel, row, column});
  });
  BodyValue value = sample.mean(m);
  return getMask() ? m.apply(ScalarOp::MulF, value, body.load(2, {n, entry, y, x})) : value;
}

// ---- regions ----

LogicalResult RoiAlignOp::inferShapes(SmallVectorImpl<SymbolicShape> &results, EmitError error) {
  SymbolicShape input = symbolicShape(getInput()), rois = symbolicShape(getRois());
  SymbolicShape batches = symbolicShape(getBatches());
  if (input.size() != 4 || rois.size() != 2 || batches.size() != 1 ||
      !mayBeEqual(rois[1], staticDim(4)) || !mayBeEqual(rois[0], batches[0]) ||
      getSize().size() != 2 || getSize()[0] < 1 || getSize()[1] < 1)
    return error() << "(C1): input " << toString(input) << ", rois " << toString(rois)
                   << " and batches " << toString(batches) << " do not fit";
  results.push_back({rois[0], input[1], staticDim(getSize()[0]), staticDim(getSize()[1])});
  return success();
}
LogicalResult RoiAlignOp::verify() {
  Type batches = getElementTypeOrSelf(getBatches());
  if (!isF32(getInput().getType()) || !isF32(getRois().getType()) || !isF32(getType()) ||
      !(batches.isInteger(32) || batches.isInteger(64)))
    return violates(*this, "C2") << "input, rois and result must be f32, batches i32 or i64";
  if (getSamples() < 1 || getSamples() > 8)
    return violates(*this, "C3") << getSamples() << " samples";
  return success();
}
bool RoiAlignOp::mayGrow(unsigned, int64_t dim) { return dim == 0; }
bool RoiAlignOp::loadsOperand(unsigned) { return true; }
QuantizationRule RoiAlignOp::quantizationRule() { return staysFloat(*this); }
OpCost RoiAlignOp::cost(int64_t batch) { return costOf(*this, batch, 0); }

namespace {
/// A region along one dimension: where sample i of a cell lies.
struct RegionAlong {
  BodyValue start, cell;
};
} // namespace

static RegionAlong regionAlong(BodyMath m, RoiAlignOp op, int64_t axis) {
  BodyValue r = m.body.coordinate(0);
  auto edge = [&](int64_t entry) {
    BodyValue value = m.apply(ScalarOp::MulF, m.body.load(1, {r, m.integer(entry)}),
                              m.number(op.getScale().convertToFloat()));
    return op.getHalfPixel() ? m.apply(ScalarOp::SubF, value, m.number(0.5f)) : value;
  };
  BodyValue start = edge(axis ? 0 : 1); // x1, y1, x2, y2
  BodyValue size = m.apply(ScalarOp::SubF, edge(axis ? 2 : 3), start);
  if (!op.getHalfPixel())
    size = m.apply(ScalarOp::MaxF, size, m.number(1));
  return {start, m.apply(ScalarOp::DivF, size, m.number(float(op.getSize()[axis])))};
}

// A place from −1 to the size counts and is clamped to the image's edge; others give 0.
static std::pair<BodyValue, BodyValue> placeAlong(BodyMath m, const RegionAlong &region,
                                                  BodyValue cell, const Dim &size, int64_t sample,
                                                  int64_t samples) {
  BodyValue first =
      m.apply(ScalarOp::AddF, region.start,
              m.apply(ScalarOp::MulF, m.apply(ScalarOp::IntToF32, cell), region.cell));
  BodyValue part = m.apply(ScalarOp::MulF, m.number(float(sample) + 0.5f), region.cell);
  BodyValue at =
      m.apply(ScalarOp::AddF, first, m.apply(ScalarOp::DivF, part, m.number(float(samples))));
  BodyValue limit = m.apply(ScalarOp::IntToF32, m.body.size(size));
  BodyValue counts = m.both(m.apply(ScalarOp::LessEqual, m.number(-1), at),
                            m.apply(ScalarOp::LessEqual, at, limit));
  BodyValue last = m.apply(ScalarOp::SubF, limit, m.number(1));
  at = m.apply(ScalarOp::MaxF, at, m.number(0));
  return {m.apply(ScalarOp::MinF, at, last), counts};
}

BodyValue RoiAlignOp::buildBody(BodyBuilder &body) {
  BodyMath m(body);
  SymbolicShape shape = symbolicShape(getInput());
  int64_t samples = getSamples();
  BodyValue batch = body.load(2, {body.coordinate(0)});
  if (batch.type == qrt::ScalarType::I64)
    batch = m.apply(ScalarOp::I64ToI32, batch);
  batch = body.guard(batch, shape[0]);
  const RegionAlong along[2] = {regionAlong(m, *this, 0), regionAlong(m, *this, 1)};
  BodyValue result = m.number(0);
  forEachPosition({samples, samples}, [&](ArrayRef<int64_t> at) {
    auto [y, rowCounts] = placeAlong(m, along[0], body.coordinate(2), shape[2], at[0], samples);
    auto [x, columnCounts] = placeAlong(m, along[1], body.coordinate(3), shape[3], at[1], samples);
    LinearSample sample(m, y, x, shape[2], shape[3], [&](BodyValue row, BodyValue column) {
      return body.load(0, {batch, body.coordinate(1), row, column});
    });
    BodyValue value = sample.mean(m);
    if (getMaximum()) {
      value = m.apply(ScalarOp::MulF, sample.weight[0], sample.value[0]);
      for (int i = 1; i < 4; ++i)
        value = m.apply(ScalarOp::MaxF, value,
                        m.apply(ScalarOp::MulF, sample.weight[i], sample.value[i]));
    }
    value = m.select(m.both(rowCounts, columnCounts), value, m.number(0));
    bool isFirst = at[0] == 0 && at[1] == 0;
    result = isFirst        ? value
             : getMaximum() ? m.apply(ScalarOp::MaxF, result, value)
                            : m.apply(ScalarOp::AddF, result, value);
  });
  return getMaximum() ? result
                      : m.apply(ScalarOp::DivF, result, m.number(float(samples * samples)));
}
