#include "ir/scalar_body.h"

#include "ir/dialect.h"

#include "llvm/ADT/STLExtras.h"

#include "mlir/IR/Operation.h"

#include <bit>
#include <cmath>
#include <limits>

namespace qopt::nn {

using qrt::ScalarBuilder;
using qrt::ScalarOp;

llvm::SmallVector<int64_t, 6> broadcastStrides(mlir::Operation *op, unsigned index,
                                               llvm::ArrayRef<int64_t> own) {
  auto rank = llvm::cast<mlir::RankedTensorType>(op->getResult(0).getType()).getRank();
  llvm::SmallVector<int64_t, 6> strides(rank, 0);
  int64_t axis = llvm::cast<ScalarBodyOpInterface>(op).operandAxis(index);
  if (axis >= 0) {
    strides[axis] = own.front();
    return strides;
  }
  SymbolicShape shape = symbolicShape(op->getOperand(index));
  for (size_t i = 0; i < shape.size(); ++i)
    if (shape[i] != staticDim(1))
      strides[rank - shape.size() + i] = own[i];
  return strides;
}

int64_t quantizedAxis(mlir::Operation *op) {
  if (op->getNumOperands() == 0)
    return -1;
  for (mlir::Type type : {op->getOperand(0).getType(), op->getResult(0).getType()})
    if (isQuantized(type) && weightScales(type).axis >= 0)
      return weightScales(type).axis;
  return -1;
}

// (B1)
int64_t stepOf(float limit, const QuantParams &params) {
  float t = limit / float(params.scale);
  double steps = std::isnan(t) ? 0 : double(std::nearbyint(t));
  steps += double(params.zeroPoint);
  return int64_t(std::clamp(steps, double(params.min), double(params.max)));
}

uint64_t borderBits(mlir::Type type, mlir::Attribute border) {
  if (auto integer = llvm::dyn_cast<mlir::IntegerAttr>(border))
    return uint64_t(integer.getInt());
  float value = llvm::cast<mlir::FloatAttr>(border).getValue().convertToFloat();
  std::optional<QuantParams> params = quantParams(type);
  if (!params) {
    std::optional<qrt::FloatLayout> narrow = qrt::narrowLayout(*storageType(type));
    return narrow ? qrt::narrowFloat(*narrow, value) : std::bit_cast<uint32_t>(value);
  }
  return uint64_t(stepOf(value, *params));
}

qrt::ElementType BodyBuilder::storageOf(unsigned index) const {
  return *storageType(op->getOperand(index).getType());
}

BodyValue BodyBuilder::operand(unsigned index) {
  return scalar.input({qrt::ScalarInputKind::Tensor, storageOf(index), index});
}

BodyValue BodyBuilder::accumulator() {
  return scalar.accumulator(llvm::cast<AnchorOpInterface>(op).accumulator());
}

template <class T> BodyValue BodyBuilder::channelOf(llvm::ArrayRef<T> values) {
  if (llvm::all_equal(values)) // no channel at all: nothing reads it
    return scalar.constant(values.empty() ? T(0) : values.front());
  channels.push_back(qrt::Tensor::fromValues<T>({int64_t(values.size())},
                                                std::span(values.data(), values.size())));
  return scalar.input(
      {qrt::ScalarInputKind::Channel, channels.back().type(), uint32_t(channels.size() - 1)});
}
BodyValue BodyBuilder::channel(llvm::ArrayRef<float> values) { return channelOf(values); }
BodyValue BodyBuilder::channel(llvm::ArrayRef<int32_t> values) { return channelOf(values); }

BodyValue BodyBuilder::coordinate(int64_t dim) {
  return scalar.input({qrt::ScalarInputKind::Coordinate, qrt::ElementType::I32, uint32_t(dim)});
}

BodyValue BodyBuilder::size(Dim dim) {
  if (dim.isStatic())
    return scalar.constant(int32_t(dim.value()));
  auto known = llvm::find(sizes, dim);
  uint32_t index = uint32_t(known - sizes.begin());
  if (known == sizes.end())
    sizes.push_back(dim);
  return scalar.input({qrt::ScalarInputKind::Size, qrt::ElementType::I32, index});
}

BodyValue BodyBuilder::load(unsigned index, llvm::ArrayRef<Value> coordinates) {
  return scalar.load({qrt::ScalarInputKind::Indexed, storageOf(index), index}, coordinates);
}

BodyValue BodyBuilder::guard(Value index, Dim dim) {
  return scalar.apply(ScalarOp::GuardIndex, index, size(dim));
}

// Saturated first: 2^32 is not taken for 0.
BodyValue indexFrom(BodyBuilder &body, BodyValue index, Dim size) {
  ScalarBuilder &s = body.scalar;
  if (index.type == qrt::ScalarType::I64)
    index = s.apply(ScalarOp::I64ToI32, index);
  BodyValue isNegative = s.apply(ScalarOp::Less, index, s.constant(int32_t(0)));
  BodyValue fromEnd = s.apply(ScalarOp::AddI, index, body.size(size));
  return body.guard(s.apply(ScalarOp::Select, isNegative, fromEnd, index), size);
}

Body bodyOf(mlir::Operation *op) {
  BodyBuilder builder(op);
  BodyValue result = llvm::cast<ScalarBodyOpInterface>(op).buildBody(builder);
  mlir::Type type = op->getResult(0).getType();
  if (packedType(type)) // storing rounds to the byte that it lies in
    result = asStored(builder.scalar, result, type);
  return {builder.scalar.finish(result, *storageType(type)), std::move(builder.channels),
          std::move(builder.sizes)};
}

BodyValue inlineBody(ScalarBuilder &scalar, const Body &body,
                     llvm::function_ref<ScalarBuilder::Argument(const qrt::ScalarInput &)> bind) {
  std::vector<bool> used = qrt::usedInputs(body.program);
  std::vector<ScalarBuilder::Argument> arguments;
  for (auto [i, input] : llvm::enumerate(body.program.inputs))
    arguments.push_back(used[i] ? bind(input) : ScalarBuilder::Argument());
  return scalar.inlineProgram(body.program, arguments);
}

BodyValue centeredSteps(ScalarBuilder &b, BodyValue q, const QuantParams &params) {
  if (params.zeroPoint == 0)
    return q;
  return b.apply(ScalarOp::SubI, q, b.constant(int32_t(params.zeroPoint)));
}

// Wraps an integer to its lowest `bits` bits, in two's complement if signed.
static BodyValue wrapped(ScalarBuilder &b, BodyValue value, int bits, bool isSigned) {
  bool wide = value.type == qrt::ScalarType::I64;
  auto number = [&](int64_t n) { return wide ? b.constant64(n) : b.constant(int32_t(n)); };
  if (!isSigned)
    return b.apply(ScalarOp::AndI, value, number((int64_t(1) << bits) - 1));
  BodyValue shift = number((wide ? 64 : 32) - bits);
  return b.apply(ScalarOp::ShrI, b.apply(ScalarOp::ShlI, value, shift), shift);
}

BodyValue asStored(ScalarBuilder &b, BodyValue value, mlir::Type type) {
  qrt::ElementType declared = *declaredType(type);
  if (qrt::narrowLayout(declared))
    return b.roundTo(declared, value);
  // Quantized values are already rounded into their storage.
  bool isNarrower = qrt::isInteger(declared) && !qrt::isLoadedAsStored(declared);
  return isNarrower && !isQuantized(type)
             ? wrapped(b, value, qrt::bitWidth(declared), qrt::isSigned(declared))
             : value;
}

BodyValue centered(ScalarBuilder &b, BodyValue q, const QuantParams &params) {
  return b.apply(ScalarOp::IntToF32, centeredSteps(b, q, params));
}

BodyValue roundToStorage(ScalarBuilder &b, BodyValue t, const QuantParams &params) {
  BodyValue steps = b.apply(ScalarOp::RintF, t);
  if (params.zeroPoint != 0)
    steps = b.apply(ScalarOp::AddF, steps, b.constant(float(params.zeroPoint)));
  steps = b.apply(ScalarOp::MaxF, steps, b.constant(float(params.min)));
  steps = b.apply(ScalarOp::MinF, steps, b.constant(float(params.max)));
  return b.apply(ScalarOp::F32ToI32, steps);
}

BodyValue quantizeReal(ScalarBuilder &b, BodyValue x, const QuantParams &params) {
  BodyValue t = b.apply(ScalarOp::DivF, x, b.constant(float(params.scale)));
  // NaN becomes real 0, which is z (Q1).
  BodyValue isNumber = b.apply(ScalarOp::Equal, t, t);
  t = b.apply(ScalarOp::Select, isNumber, t, b.constant(0.0f));
  return roundToStorage(b, t, params);
}

BodyValue tableOf(ScalarBuilder &b, BodyValue q, const QuantParams &from, const QuantParams &to,
                  llvm::function_ref<double(double)> function) {
  // Nobody checks a buffer's bytes against a narrower declared range (R4, T1).
  const int64_t lowest = qrt::lowestOf(from.storage);
  std::vector<int32_t> table;
  for (int64_t stored = lowest; stored < lowest + 256; ++stored) {
    double y = function(from.scale * double(stored - from.zeroPoint)) / to.scale;
    double steps = std::isnan(y) ? 0 : std::nearbyint(y);
    steps = std::clamp(steps + double(to.zeroPoint), double(to.min), double(to.max));
    table.push_back(int32_t(steps));
  }
  BodyValue index = q;
  if (lowest != 0)
    index = b.apply(ScalarOp::SubI, q, b.constant(int32_t(lowest)));
  return b.lookup(table, index);
}

} // namespace qopt::nn
