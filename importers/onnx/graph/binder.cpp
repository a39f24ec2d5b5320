#include "importers/onnx/graph/binder.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

Binder::Binder(GraphImporter &graph, const proto::NodeProto &node, StringRef key)
    : graph(graph), node(node), key(key.str()) {}

MLIRContext *Binder::context() const { return graph.builder->builder.getContext(); }
Type Binder::f32() const { return Float32Type::get(context()); }

// ---- rules ----

Binder &Binder::check(const qrt::Status &status) {
  if (ok())
    state = status;
  return *this;
}

Binder &Binder::require(bool condition, const Twine &otherwise) {
  return condition ? *this : check(qrt::invalidArgument(otherwise.str()));
}

Binder &Binder::support(bool condition, const Twine &otherwise) {
  return condition ? *this : check(qrt::Status(qrt::StatusCode::Unsupported, otherwise.str()));
}

Binder &Binder::bounded(ArrayRef<int64_t> values, int64_t least, int64_t most, StringRef what) {
  for (int64_t value : values)
    require(value >= least && value <= most,
            what + " " + Twine(value) + " is not between " + Twine(least) + " and " + Twine(most));
  return *this;
}

Binder &Binder::axis(int64_t &axis, int64_t rank) {
  require(axis >= -rank && axis < rank,
          "axis " + Twine(axis) + " is out of range for rank " + Twine(rank));
  if (ok() && axis < 0)
    axis += rank;
  return *this;
}

Binder &Binder::axes(Ints &axes, int64_t rank) {
  for (int64_t &one : axes)
    axis(one, rank);
  llvm::sort(axes);
  return require(std::adjacent_find(axes.begin(), axes.end()) == axes.end(),
                 "an axis stands there twice");
}

// ---- inputs ----

Binder &Binder::arity(unsigned least, unsigned most) {
  unsigned count = inputCount();
  while (count > 0 && !has(count - 1))
    --count;
  return require(count >= least && count <= most,
                 "has " + Twine(count) + " inputs, needs " + Twine(least) +
                     (most != least ? " to " + Twine(most) : Twine("")));
}

bool Binder::has(unsigned index) const {
  return index < inputCount() && !node.input(index).empty();
}

ImportedPtr Binder::imported(unsigned index) const {
  return has(index) ? graph.lookup(node.input(index)) : nullptr;
}

Binder &Binder::any(unsigned index, Value &value) {
  ImportedPtr source = imported(index);
  require(source != nullptr, "input " + Twine(index) + " is missing");
  if (!ok())
    return *this;
  auto materialized = graph.materialize(*source);
  check(materialized.status());
  if (ok())
    value = *materialized;
  return *this;
}

Binder &Binder::input(unsigned index, Value &value) {
  Value tensor;
  if (!any(index, tensor).ok())
    return *this;
  std::string element;
  llvm::raw_string_ostream(element) << elementOf(tensor);
  support(elementOf(tensor).isF32(), "on " + element);
  if (ok())
    value = tensor;
  return *this;
}

Binder &Binder::optional(unsigned index, Value &value) {
  return has(index) ? input(index, value) : *this;
}

bool Binder::isConstant(unsigned index) const {
  ImportedPtr source = imported(index);
  return source && (source->constant || source->stored);
}

Binder &Binder::constant(unsigned index, qrt::Tensor &tensor) {
  ImportedPtr source = imported(index);
  require(source != nullptr, "input " + Twine(index) + " is missing");
  if (!ok())
    return *this;
  auto known = graph.constantOf(*source);
  check(known.status());
  if (!ok())
    return *this;
  support(known->has_value(), "input " + Twine(index) + " is computed; a constant is read");
  if (ok())
    tensor = **known;
  return *this;
}

bool Binder::isInts(unsigned index) const {
  ImportedPtr source = imported(index);
  return source && source->ints.has_value();
}

bool Binder::isKnownInts(unsigned index) const {
  if (isInts(index) || !isConstant(index))
    return isInts(index);
  auto known = graph.constantOf(*imported(index));
  return known && *known && IntTensor::of(**known);
}

Binder &Binder::ints(unsigned index, IntTensor &ints) {
  if (isInts(index)) {
    ints = *imported(index)->ints;
    return *this;
  }
  qrt::Tensor tensor;
  if (!constant(index, tensor).ok())
    return *this;
  std::optional<IntTensor> read = IntTensor::of(tensor);
  require(read.has_value(), "input " + Twine(index) + " must be a vector of at most 4096 integers");
  if (ok())
    ints = *read;
  return *this;
}

Binder &Binder::ints(unsigned index, Ints &values) {
  IntTensor tensor;
  if (!ints(index, tensor).ok())
    return *this;
  std::optional<Ints> numbers = tensor.constants();
  support(numbers.has_value(), "input " + Twine(index) + " varies with the batch");
  if (ok())
    values = *numbers;
  return *this;
}

// ---- attributes ----

bool Binder::has(StringRef attribute) const {
  return llvm::any_of(node.attribute(),
                      [&](const proto::AttributeProto &one) { return one.name() == attribute; });
}

// Files of IR version 1 leave the type out.
const proto::AttributeProto *Binder::find(StringRef name,
                                          proto::AttributeProto::AttributeType type) {
  understood.insert(name);
  const proto::AttributeProto *found = nullptr;
  for (const proto::AttributeProto &one : node.attribute()) {
    if (one.name() != name)
      continue;
    require(!found, "attribute '" + name + "' stands there twice");
    support(one.ref_attr_name().empty(), "attribute '" + name + "' of a function");
    require(!one.has_type() || one.type() == proto::AttributeProto::UNDEFINED || one.type() == type,
            "attribute '" + name + "' has the wrong type");
    found = &one;
  }
  return ok() ? found : nullptr;
}

Binder &Binder::attr(StringRef name, int64_t &value) {
  if (const auto *found = find(name, proto::AttributeProto::INT))
    value = found->i();
  return *this;
}

Binder &Binder::attr(StringRef name, bool &value) {
  int64_t number = value;
  attr(name, number).require(number == 0 || number == 1, "attribute '" + name + "' must be 0 or 1");
  value = number == 1;
  return *this;
}

Binder &Binder::attr(StringRef name, float &value) {
  if (const auto *found = find(name, proto::AttributeProto::FLOAT))
    value = found->f();
  return require(!std::isnan(value), "attribute '" + name + "' is NaN");
}

Binder &Binder::attr(StringRef name, std::string &value) {
  if (const auto *found = find(name, proto::AttributeProto::STRING))
    value = found->s();
  return *this;
}

Binder &Binder::attr(StringRef name, Ints &values) {
  if (const auto *found = find(name, proto::AttributeProto::INTS))
    values.assign(found->ints().begin(), found->ints().end());
  return *this;
}

Binder &Binder::attr(StringRef name, std::vector<float> &values) {
  if (const auto *found = find(name, proto::AttributeProto::FLOATS))
    values.assign(found->floats().begin(), found->floats().end());
  return *this;
}

Binder &Binder::attr(StringRef name, const proto::TensorProto *&tensor) {
  if (const auto *found = find(name, proto::AttributeProto::TENSOR))
    tensor = &found->t();
  return *this;
}

Binder &Binder::ignore(StringRef name, StringRef) {
  understood.insert(name);
  return *this;
}

Binder &Binder::axes(unsigned index, int64_t since, std::optional<Ints> &axes) {
  Ints values;
  if (opset() < since ? has("axes") : has(index))
    opset() < since ? attr("axes", values) : ints(index, values);
  else
    return *this;
  if (ok())
    axes = values;
  return *this;
}

} // namespace qopt::onnx
