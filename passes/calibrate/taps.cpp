#include "passes/calibrate/taps.h"

#include "ir/ops.h"
#include "ir/types/dims.h"
#include "ir/types/quant_type.h"
#include "ir/values/results.h"
#include "ir/values/weights.h"
#include "passes/calibrate/statistics.h"

#include <cmath>

using namespace mlir;
using namespace qopt::nn;

namespace qopt {
namespace {

std::optional<Dim> batchOf(func::FuncOp function) {
  std::optional<unsigned> argument = sampleArgument(function);
  return argument ? std::optional(symbolicShape(function.getArgument(*argument))[0]) : std::nullopt;
}

bool names(const Dim &dim, const std::string &symbol) {
  std::set<std::string> symbols;
  dim.collectSymbols(symbols);
  return symbols.contains(symbol);
}

// `dim` is `batch` times something that does not depend on it.
bool isMultiple(const Dim &dim, const Dim &batch) {
  if (dim.constant() != 0 || dim.isStatic())
    return false;
  return llvm::all_of(dim.growing(), [&](const Dim::Term &term) {
    auto isBatch = [&](const Dim::Factor &factor) {
      return factor.kind == Dim::Factor::Kind::Symbol && factor.symbol == batch.text();
    };
    auto hides = [&](const Dim::Factor &factor) {
      return factor.operands && (names(factor.operands->first, batch.text()) ||
                                 names(factor.operands->second, batch.text()));
    };
    return llvm::count_if(term.factors, isBatch) == 1 && llvm::none_of(term.factors, hides);
  });
}

// Whatever is computed from an input of samples: a mean over them does not show them in its shape.
llvm::DenseSet<Value> followingSamples(func::FuncOp function, const Dim &batch) {
  llvm::DenseSet<Value> following;
  for (BlockArgument argument : function.getArguments()) {
    SymbolicShape shape = symbolicShape(argument);
    if (!shape.empty() && (batch.isStatic() || names(shape[0], batch.text())))
      following.insert(argument);
  }
  for (Operation &op : function.front())
    if (llvm::any_of(op.getOperands(), [&](Value v) { return following.contains(v); }))
      following.insert(op.result_begin(), op.result_end());
  return following;
}

// The dimension that samples lie along.
std::optional<int64_t> axisOf(Value value, const std::optional<Dim> &batch) {
  if (!batch || batch->isStatic())
    return std::nullopt;
  SymbolicShape shape = symbolicShape(value);
  std::optional<int64_t> axis;
  for (auto [i, dim] : llvm::enumerate(shape)) {
    if (!names(dim, batch->text()))
      continue;
    if (axis || !isMultiple(dim, *batch))
      return std::nullopt;
    axis = int64_t(i);
  }
  return axis;
}

Value asF32(OpBuilder &builder, NameTable &names, Value value) {
  if (isF32(value.getType()))
    return value;
  auto type = cast<RankedTensorType>(value.getType()).clone(builder.getF32Type());
  auto cast = CastOp::create(builder, value.getLoc(), type, value);
  setName(cast, names.unique(keyOf(value) + "_f32"));
  return cast;
}

} // namespace

Extremes Extremes::of(std::span<const float> rows) {
  Extremes all;
  for (size_t row = 0; row + 3 <= rows.size(); row += 3) {
    all.min = std::min(all.min, rows[row]);
    all.max = std::max(all.max, rows[row + 1]);
    all.hasNan |= rows[row + 2] != 0;
  }
  return all;
}

bool Extremes::areFinite() const { return !hasNan && std::isfinite(min) && std::isfinite(max); }

Extremes Tap::extremesOf(const qrt::Tensor &told, int64_t sample, int64_t batchRows) const {
  auto rows = told.values<float>();
  if (!perSample)
    return Extremes::of(rows);
  const size_t own = 3 * size_t(told.shape()[0] / batchRows);
  return Extremes::of(rows.subspan(size_t(sample) * own, own));
}

SmallVector<Value> floatValues(func::FuncOp function) {
  SmallVector<Value> found;
  auto add = [&](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    if (nn::isFloat(type.getElementType()) && !keyOf(value).empty() &&
        !llvm::is_contained(type.getShape(), 0))
      found.push_back(value);
  };
  for (BlockArgument argument : function.getArguments())
    add(argument);
  for (Operation &op : function.front().without_terminator())
    if (!isa<ConstantOp>(op))
      for (Value result : op.getResults())
        add(result);
  return found;
}

Value createExtremes(OpBuilder &builder, NameTable &names, Value value,
                     std::optional<int64_t> axis) {
  builder.setInsertionPointAfterValue(value);
  Value input = asF32(builder, names, value);
  auto attribute = axis ? builder.getI64IntegerAttr(*axis) : IntegerAttr();
  SymbolicShape shape{axis ? symbolicShape(value)[*axis] : staticDim(1), staticDim(3)};
  auto extremes = ExtremesOp::create(builder, value.getLoc(),
                                     tensorType(shape, builder.getF32Type()), input, attribute);
  setName(extremes, names.unique(keyOf(value) + "_extremes"));
  return extremes;
}

std::vector<Tap> tapExtremes(func::FuncOp function) {
  OpBuilder builder(function.getContext());
  NameTable names(function);
  std::optional<Dim> batch = batchOf(function);
  std::vector<Tap> taps;
  SmallVector<Value> results;
  for (Value value : floatValues(function)) {
    std::optional<int64_t> axis = axisOf(value, batch);
    results.push_back(createExtremes(builder, names, value, axis));
    taps.push_back({keyOf(value), axis.has_value()});
  }
  appendResults(function, results);
  return taps;
}

std::vector<Tap> tapHistograms(func::FuncOp function, const llvm::StringMap<float> &perUnit,
                               int64_t parts) {
  OpBuilder builder(function.getContext());
  NameTable names(function);
  Type counts = RankedTensorType::get({parts, 2, Histogram::bins}, builder.getI32Type());
  std::vector<Tap> taps;
  SmallVector<Value> results;
  for (Value value : floatValues(function)) {
    auto scale = perUnit.find(keyOf(value));
    if (scale == perUnit.end())
      continue;
    builder.setInsertionPointAfterValue(value);
    Value input = asF32(builder, names, value);
    qrt::Tensor number = qrt::Tensor::allocate(qrt::ElementType::F32, {});
    number.mutableValues<float>()[0] = scale->second;
    Value constant =
        createConstant(builder, value.getLoc(), names.unique(keyOf(value) + "_per_unit"),
                       RankedTensorType::get({}, builder.getF32Type()), number);
    auto histogram = HistogramOp::create(builder, value.getLoc(), counts, input, constant,
                                         Histogram::bins, parts);
    setName(histogram, names.unique(keyOf(value) + "_histogram"));
    results.push_back(histogram);
    taps.push_back({keyOf(value), false});
  }
  appendResults(function, results);
  return taps;
}

std::optional<int64_t> sampleAxis(func::FuncOp function, Value value) {
  return axisOf(value, batchOf(function));
}

std::optional<unsigned> sampleArgument(func::FuncOp function) {
  std::optional<unsigned> one, several;
  for (BlockArgument argument : function.getArguments()) {
    SymbolicShape shape = symbolicShape(argument);
    if (shape.empty())
      continue;
    if (!shape[0].isStatic())
      return argument.getArgNumber();
    std::optional<unsigned> &fixed = shape[0].value() == 1 ? one : several;
    if (!fixed)
      fixed = argument.getArgNumber();
  }
  return several ? several : one;
}

std::string mixesSamples(func::FuncOp function) {
  std::optional<Dim> batch = batchOf(function);
  if (!batch || (batch->isStatic() && batch->value() == 1))
    return "";
  llvm::DenseSet<Value> following = followingSamples(function, *batch);
  for (Value value : floatValues(function))
    if (following.contains(value) && !axisOf(value, batch))
      return keyOf(value);
  return "";
}

} // namespace qopt
