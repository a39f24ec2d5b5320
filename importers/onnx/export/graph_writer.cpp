#include "importers/onnx/export/graph_writer.h"

#include "importers/onnx/export/operators.h"
#include "importers/onnx/file/tensor_data.h"
#include "ir/types/quant_type.h"
#include "ir/values/weights.h"

using namespace mlir;

namespace qopt::onnx {

GraphWriter::GraphWriter(func::FuncOp entry, Draft &draft)
    : draft(draft), entry(entry), inputs(nn::inputNames(entry)), outputs(nn::outputNames(entry)) {
  for (unsigned i = 0; i < outputs.size(); ++i)
    if (std::optional<qrt::PortLength> length = nn::lengthOf(entry, i))
      counts.insert(unsigned(length->count));
}

std::string baseName(Value value) {
  if (std::string key = nn::keyOf(value); !key.empty())
    return key;
  Operation *op = value.getDefiningOp();
  StringRef name = op ? op->getName().stripDialect() : "input";
  auto result = dyn_cast<OpResult>(value);
  return nn::resultKey(name, result ? result.getResultNumber() : 0);
}

void setType(proto::ValueInfoProto &info, Type type, std::optional<int64_t> openDim) {
  auto &tensor = *info.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(dataTypeOf(*nn::declaredType(type)));
  auto &shape = *tensor.mutable_shape();
  for (auto [i, size] : llvm::enumerate(nn::symbolicShape(type))) {
    auto &dim = *shape.add_dim();
    if (openDim && *openDim == int64_t(i))
      continue; // no name: nothing else has this size
    if (size.isStatic())
      dim.set_dim_value(size.value());
    else
      dim.set_dim_param(size.text());
  }
}

static void needsType(Draft &draft, Type type) {
  draft.needs(*operatorSince("Identity", *nn::declaredType(type)));
}

void GraphWriter::begin() {
  for (const std::string &name : inputs)
    draft.uniqueValue(name);
  for (const std::string &name : outputs)
    draft.uniqueValue(name);
  for (auto [name, argument] : llvm::zip_equal(inputs, entry.getArguments())) {
    proto::ValueInfoProto &info = *draft.graph.add_input();
    info.set_name(name);
    setType(info, argument.getType(), std::nullopt);
    needsType(draft, argument.getType());
    Written &written = values[argument];
    (nn::isQuantized(argument.getType()) ? written.stored : written.real) = name;
  }
}

static func::ReturnOp returnOf(func::FuncOp entry) {
  return cast<func::ReturnOp>(entry.getBody().front().getTerminator());
}

// The first output that a value is, under whose name it is computed.
std::string GraphWriter::outputName(Value value) const {
  if (!value.getDefiningOp() || value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
    return "";
  auto results = returnOf(entry).getOperands();
  for (auto [i, result] : llvm::enumerate(results))
    if (result == value && !counts.contains(unsigned(i)))
      return outputs[i];
  return "";
}

std::string GraphWriter::defineReal(Value value) {
  bool isSteps = nn::isQuantized(value.getType());
  std::string own = isSteps ? "" : outputName(value);
  return values[value].real = own.empty() ? draft.uniqueValue(baseName(value)) : own;
}

std::string GraphWriter::defineStored(Value value) {
  if (!nn::isQuantized(value.getType()))
    return defineReal(value);
  std::string own = outputName(value);
  return values[value].stored = own.empty() ? draft.uniqueValue(baseName(value)) : own;
}

// A bound clamps to what it makes of its own limits' steps, and quantizing keeps the order: the
// steps between the two would change nothing, and readers of Q/DQ files want no pair there.
static bool feedsBoundAlone(Value value) {
  if (!value.hasOneUse())
    return false;
  Operation *user = *value.user_begin();
  auto ruled = dyn_cast<nn::QuantizationRuleOpInterface>(user);
  return ruled && ruled.quantizationRule().isBound &&
         getElementTypeOrSelf(user->getResult(0)) == getElementTypeOrSelf(value);
}

void GraphWriter::written(Value value) {
  if (!nn::isQuantized(value.getType()) || feedsBoundAlone(value))
    return;
  std::string base = baseName(value), own = outputName(value);
  std::string output = own.empty() ? draft.uniqueValue(base + "_QuantizeLinear_Output") : own;
  Parameters parameters = parametersOf(value);
  Written &written = values[value];
  quantize(base + "_QuantizeLinear", written.real, value.getType(), parameters, output);
  written.stored = output;
  written.real.clear();
}

// Writes a constant when it is read first. A constant that is only read in another form, as
// transposed, is thus not there twice.
void GraphWriter::readConstant(Value value) {
  Operation *op = value.getDefiningOp();
  Written &written = values[value];
  std::string &name = nn::isQuantized(value.getType()) ? written.stored : written.real;
  if (op && op->hasTrait<OpTrait::ConstantLike>() && name.empty())
    name = draft.constant(baseName(value), *nn::storedConstant(value));
}

qrt::Tensor transposedMatrix(const qrt::Tensor &matrix) {
  int64_t rows = matrix.shape()[0], columns = matrix.shape()[1];
  qrt::Tensor result = qrt::Tensor::allocate(matrix.type(), {columns, rows});
  size_t width = qrt::byteWidth(matrix.type());
  auto *to = static_cast<char *>(result.mutableData());
  auto *from = static_cast<const char *>(matrix.data());
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row)
      to = std::copy_n(from + (row * columns + column) * width, width, to);
  return result;
}

void GraphWriter::defineConstant(Value value, const qrt::Tensor &tensor) {
  values[value].real = draft.constant(baseName(value), tensor);
}

std::string GraphWriter::transposedConstant(Value value) {
  std::string base = baseName(value);
  std::string stored = draft.constant(base, transposedMatrix(*nn::constantTensor(value)));
  transposed.push_back({value, stored, "", "", /*isTransposed=*/true});
  if (!nn::isQuantized(value.getType()))
    return stored;
  Parameters parameters = parametersOf(base, value.getType());
  parameters.axis = parameters.axis < 0 ? -1 : 1 - parameters.axis;
  std::string real = draft.uniqueValue(base + "_DequantizeLinear_Output");
  Node node = dequantize(base + "_DequantizeLinear", stored, parameters, real);
  transposed.back().real = real;
  transposed.back().dequantizer = node.name();
  return real;
}

std::string GraphWriter::stored(Value value) {
  readConstant(value);
  const Written &written = values[value];
  return nn::isQuantized(value.getType()) ? written.stored : written.real;
}

std::string GraphWriter::real(Value value) {
  readConstant(value);
  if (!values[value].real.empty())
    return values[value].real;
  std::string base = baseName(value), steps = values[value].stored;
  Parameters parameters = parametersOf(value);
  std::string output = draft.uniqueValue(base + "_DequantizeLinear_Output");
  noteDequantizer(value, dequantize(base + "_DequantizeLinear", steps, parameters, output));
  return values[value].real = output;
}

Parameters GraphWriter::parametersOf(Value value) {
  std::optional<Parameters> &known = values[value].parameters;
  if (!known)
    known = parametersOf(baseName(value), value.getType());
  return *known;
}

void GraphWriter::refuse(const Twine &why) {
  if (refusal.empty())
    refusal = why.str();
}

void GraphWriter::needsOperator(StringRef name, qrt::ElementType steps) {
  std::optional<int64_t> since = operatorSince(name, steps);
  if (!since)
    return refuse("ONNX's " + name + " takes no " + Twine(StringRef(elementTypeName(steps))));
  draft.needs(*since);
}

SmallVector<int64_t> zeroPointsOf(Type type) {
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(getElementTypeOrSelf(type)))
    return llvm::to_vector(perAxis.getZeroPoints());
  return {cast<quant::UniformQuantizedType>(getElementTypeOrSelf(type)).getZeroPoint()};
}

Parameters GraphWriter::parametersOf(StringRef base, Type type) {
  nn::WeightScales scales = nn::weightScales(type);
  qrt::ElementType steps = *nn::declaredType(type);
  needsOperator("DequantizeLinear", steps);
  qrt::Shape shape;
  if (scales.axis >= 0)
    shape.push_back(int64_t(scales.scales.size()));
  auto scale = qrt::Tensor::allocate(qrt::ElementType::F32, shape);
  for (auto [to, from] : llvm::zip_equal(scale.mutableValues<float>(), scales.scales))
    to = float(from);
  auto zero = qrt::Tensor::allocate(qrt::unpackedType(steps), shape);
  qrt::visitElementType(zero.type(), [&](auto tag) {
    using Value = typename decltype(tag)::Storage;
    if constexpr (std::is_integral_v<Value>)
      for (auto [to, from] : llvm::zip_equal(zero.mutableValues<Value>(), zeroPointsOf(type)))
        to = Value(from);
  });
  zero = qrt::isPacked(steps) ? qrt::packed(zero, steps) : zero;
  return {draft.constant((base + "_scale").str(), scale),
          draft.constant((base + "_zero_point").str(), zero), scales.axis};
}

Node GraphWriter::dequantize(StringRef name, const std::string &steps, const Parameters &parameters,
                             const std::string &output) {
  Node node =
      draft.node("DequantizeLinear", name, {steps, parameters.scale, parameters.zero}, {output});
  return parameters.axis >= 0 ? node.set("axis", parameters.axis) : node;
}

Node GraphWriter::quantize(StringRef name, std::string real, Type type,
                           const Parameters &parameters, const std::string &output) {
  needsOperator("QuantizeLinear", *nn::declaredType(type));
  real = withinRange(name, std::move(real), type);
  Node node =
      draft.node("QuantizeLinear", name, {real, parameters.scale, parameters.zero}, {output});
  return parameters.axis >= 0 ? node.set("axis", parameters.axis) : node;
}

// QuantizeLinear saturates where the storage ends; a narrower range is cut before.
std::string GraphWriter::withinRange(StringRef name, std::string real, Type type) {
  auto element = cast<quant::QuantizedType>(getElementTypeOrSelf(type));
  qrt::ElementType steps = *nn::declaredType(type);
  if (element.getStorageTypeMin() == qrt::lowestOf(steps) &&
      element.getStorageTypeMax() == qrt::highestOf(steps))
    return real;
  std::optional<nn::QuantParams> q = nn::quantParams(type);
  if (!q) {
    refuse("to steps of a narrower range than their storage's, quantized per axis");
    return real;
  }
  auto limit = [&](StringRef end, int64_t steps) {
    auto value = qrt::Tensor::allocate(qrt::ElementType::F32, {});
    value.mutableValues<float>()[0] = float(q->scale * double(steps - q->zeroPoint));
    return draft.constant((name + end).str(), value);
  };
  std::string low = limit("/min", q->min), high = limit("/max", q->max);
  return draft.node("Clip", (name + "/range").str(), {real, low, high},
                    {draft.uniqueValue((name + "/range").str())});
}

WrittenNames GraphWriter::names() const {
  std::vector<WrittenName> all = transposed;
  for (const auto &[value, written] : values) {
    bool isSteps = nn::isQuantized(value.getType());
    if (const std::string &stored = isSteps ? written.stored : written.real; !stored.empty())
      all.push_back({value, stored, written.real, written.dequantizer, /*isTransposed=*/false,
                     openDim(value)});
  }
  return {std::move(all), layers};
}

bool GraphWriter::isRead(Value value) const {
  return llvm::any_of(value.getUses(), [&](OpOperand &use) {
    return !isa<func::ReturnOp>(use.getOwner()) || !counts.contains(use.getOperandNumber());
  });
}

std::optional<int64_t> GraphWriter::openDim(Value value) const {
  auto known = openDims.find(value);
  return known == openDims.end() ? std::nullopt : std::optional(known->second);
}

// A value that is an input, a constant or another output besides is given by an Identity.
void GraphWriter::addOutput(unsigned index) {
  Value value = returnOf(entry).getOperand(index);
  std::string name = stored(value);
  if (name != outputs[index])
    draft.node("Identity", outputs[index], {name}, {outputs[index]});
  proto::ValueInfoProto &info = *draft.graph.add_output();
  info.set_name(outputs[index]);
  setType(info, value.getType(), openDim(value));
  needsType(draft, value.getType());
}

void GraphWriter::end() {
  for (unsigned i = 0; i < outputs.size(); ++i)
    if (!counts.contains(i))
      addOutput(i);
}

} // namespace qopt::onnx
