#include "importers/common/graph/layer_binder.h"

#include "ir/ops.h"
#include "ir/verify.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;

namespace qopt {

// ---- rules ----

void LayerBinder::check(const qrt::Status &status) {
  if (ok())
    state = status;
}

void LayerBinder::require(bool condition, const Twine &otherwise) {
  if (!condition)
    check(qrt::invalidArgument(otherwise.str()));
}

void LayerBinder::support(bool condition, const Twine &otherwise) {
  if (!condition)
    check(qrt::Status(qrt::StatusCode::Unsupported, otherwise.str()));
}

void LayerBinder::equal(const nn::Dim &a, const nn::Dim &b, const Twine &otherwise) {
  if (!ok() || nn::mayBeEqual(a, b))
    return;
  std::optional<nn::Dim> difference = nn::subtract(a, b);
  std::optional<qrt::Extent> linear = difference ? difference->extent() : std::nullopt;
  if (linear && linear->scale != 0 && linear->offset % linear->scale == 0 &&
      -linear->offset / linear->scale >= 1) {
    std::set<std::string> symbols;
    difference->collectSymbols(symbols);
    importer.force(*symbols.begin(), -linear->offset / linear->scale, key);
  }
  require(false, otherwise);
}

void LayerBinder::bounded(ArrayRef<int64_t> values, int64_t least, int64_t most, StringRef what) {
  for (int64_t value : values)
    require(value >= least && value <= most,
            what + " " + Twine(value) + " is not between " + Twine(least) + " and " + Twine(most));
}

void LayerBinder::axis(int64_t &axis, int64_t rank) {
  require(axis >= -rank && axis < rank,
          "axis " + Twine(axis) + " is out of range for rank " + Twine(rank));
  if (ok() && axis < 0)
    axis += rank;
}

void LayerBinder::axes(Ints &axes, int64_t rank) {
  for (int64_t &one : axes)
    axis(one, rank);
  llvm::sort(axes);
  require(std::adjacent_find(axes.begin(), axes.end()) == axes.end(), "an axis stands there twice");
}

// ---- inputs ----

static std::string textOf(Type element) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

void LayerBinder::arity(unsigned least, unsigned most) {
  unsigned count = inputCount();
  while (count > 0 && !has(count - 1))
    --count;
  require(count >= least && count <= most, "has " + Twine(count) + " inputs, needs " +
                                               Twine(least) +
                                               (most != least ? " to " + Twine(most) : Twine("")));
}

ImportedPtr LayerBinder::imported(unsigned index) const {
  return has(index) ? importer.lookup(source.inputs[index]) : nullptr;
}

std::optional<int64_t> LayerBinder::openDim(unsigned index) const {
  ImportedPtr given = imported(index);
  const Padding *padding = given && given->value ? entry.paddings.of(given->value) : nullptr;
  return padding ? std::optional(padding->dim) : std::nullopt;
}

void LayerBinder::any(unsigned index, Value &value) {
  ImportedPtr given = imported(index);
  require(given != nullptr, "input " + Twine(index) + " is missing");
  if (!ok())
    return;
  auto materialized = entry.materialize(*given);
  check(materialized.status());
  if (ok())
    value = *materialized;
}

void LayerBinder::movable(unsigned index, Value &value) {
  any(index, value);
  if (ok())
    support(!isa<quant::UniformQuantizedPerAxisType>(elementOf(value)),
            "on elements quantized per axis");
}

void LayerBinder::input(unsigned index, Value &value) {
  Value tensor;
  any(index, tensor);
  if (!ok())
    return;
  Type element = elementOf(tensor);
  if (element.isF16() || element.isBF16()) {
    narrow = narrow ? narrow : element;
    tensor = part<nn::CastOp>("input" + std::to_string(index), f32(), tensor);
  } else {
    support(element.isF32(), "on " + textOf(element));
  }
  if (ok())
    value = tensor;
}

void LayerBinder::numeric(unsigned index, Value &value) {
  Value tensor;
  any(index, tensor);
  if (!ok())
    return;
  support(nn::isComputedElement(tensor.getType()), "on " + textOf(elementOf(tensor)));
  if (ok())
    value = tensor;
}

void LayerBinder::optional(unsigned index, Value &value) {
  if (has(index))
    input(index, value);
}

bool LayerBinder::isConstant(unsigned index) const {
  ImportedPtr given = imported(index);
  return given && given->isConstant();
}

std::string LayerBinder::whyUnknown(unsigned index, const Imported &given) const {
  std::string name = source.inputs[index], text = "input " + std::to_string(index) + ", '" + name;
  if (mlir::isa_and_present<mlir::BlockArgument>(given.value))
    return text + "', is one of the model; a constant is read: --bind=" + name +
           "=VALUE makes it one";
  return text + "', is computed; a constant is read";
}

void LayerBinder::constant(unsigned index, qrt::Tensor &tensor) {
  ImportedPtr given = imported(index);
  require(given != nullptr, "input " + Twine(index) + " is missing");
  if (!ok())
    return;
  auto known = constantOf(*given);
  check(known.status());
  if (!ok())
    return;
  support(known->has_value(), whyUnknown(index, *given));
  if (ok())
    tensor = **known;
}

void LayerBinder::reals(unsigned index, qrt::Tensor &tensor) {
  qrt::Tensor known;
  constant(index, known);
  if (!ok())
    return;
  support(qrt::isFloat(known.type()), "input " + Twine(index) + " is " +
                                          qrt::elementTypeName(known.type()) + ", a float is read");
  if (!ok())
    return;
  tensor = qrt::Tensor::allocate(qrt::ElementType::F32, known.shape());
  qrt::visitValues(known, [&](auto values) {
    llvm::transform(values, tensor.mutableValues<float>().begin(),
                    [](auto value) { return float(value); });
  });
}

bool LayerBinder::isInts(unsigned index) const {
  ImportedPtr given = imported(index);
  return given && given->ints.has_value();
}

bool LayerBinder::isKnownInts(unsigned index) const {
  if (isInts(index) || !isConstant(index))
    return isInts(index);
  auto known = constantOf(*imported(index));
  return known && *known && IntTensor::of(**known);
}

void LayerBinder::ints(unsigned index, IntTensor &ints) {
  if (isInts(index)) {
    ints = *imported(index)->ints;
    return;
  }
  qrt::Tensor tensor;
  constant(index, tensor);
  if (!ok())
    return;
  std::optional<IntTensor> read = IntTensor::of(tensor);
  require(read.has_value(), "input " + Twine(index) + " must be a vector of at most 4096 integers");
  if (ok())
    ints = *read;
}

void LayerBinder::ints(unsigned index, Ints &values) {
  IntTensor tensor;
  ints(index, tensor);
  if (!ok())
    return;
  std::optional<Ints> numbers = tensor.constants();
  support(numbers.has_value(), "input " + Twine(index) + " varies with the batch");
  if (ok())
    values = *numbers;
}

} // namespace qopt
