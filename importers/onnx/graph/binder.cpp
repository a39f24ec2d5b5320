#include "importers/onnx/graph/binder.h"

#include <cmath>

using namespace mlir;

namespace qopt::onnx {

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

Binder &Binder::attr(StringRef name, std::vector<std::string> &values) {
  if (const auto *found = find(name, proto::AttributeProto::STRINGS))
    values.assign(found->strings().begin(), found->strings().end());
  return *this;
}

Binder &Binder::attr(StringRef name, const proto::TensorProto *&tensor) {
  if (const auto *found = find(name, proto::AttributeProto::TENSOR))
    tensor = &found->t();
  return *this;
}

Binder &Binder::attr(StringRef name, const proto::SparseTensorProto *&tensor) {
  if (const auto *found = find(name, proto::AttributeProto::SPARSE_TENSOR))
    tensor = &found->sparse_tensor();
  return *this;
}

Binder &Binder::read(const proto::TensorProto &stored, qrt::Tensor &tensor) {
  if (!ok())
    return *this;
  qrt::Expected<qrt::Tensor> value = graph.reader(stored)();
  check(value.status());
  if (value)
    tensor = *value;
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

Conversion Binder::finish() {
  for (const proto::AttributeProto &attribute : node.attribute())
    support(understood.contains(attribute.name()), "attribute '" + attribute.name() + "'");
  return LayerBinder::finish();
}

} // namespace qopt::onnx
