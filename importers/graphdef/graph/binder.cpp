#include "importers/graphdef/graph/binder.h"

#include <cmath>

using namespace mlir;

namespace qopt::graphdef {

using proto::AttrValue;

bool Binder::has(StringRef attribute) const {
  return node.def->attr().find(attribute.str()) != node.def->attr().end();
}

const AttrValue *Binder::find(StringRef name, AttrValue::ValueCase kind) {
  understood.insert(name);
  auto found = node.def->attr().find(name.str());
  if (found == node.def->attr().end())
    return nullptr;
  const AttrValue *value = &found->second;
  if (value->value_case() == AttrValue::kPlaceholder) {
    const auto *call = node.call;
    auto outer = call ? call->attr().find(value->placeholder()) : node.def->attr().end();
    support(call && outer != call->attr().end(),
            "attribute '" + name + "' that stands for one of a function's call");
    if (!ok())
      return nullptr;
    value = &outer->second;
  }
  // An empty list may stand without its kind.
  require(value->value_case() == kind || value->value_case() == AttrValue::VALUE_NOT_SET,
          "attribute '" + name + "' has the wrong type");
  return ok() && value->value_case() == kind ? value : nullptr;
}

Binder &Binder::attr(StringRef name, int64_t &value) {
  if (const auto *found = find(name, AttrValue::kI))
    value = found->i();
  return *this;
}

Binder &Binder::attr(StringRef name, bool &value) {
  if (const auto *found = find(name, AttrValue::kB))
    value = found->b();
  return *this;
}

Binder &Binder::attr(StringRef name, float &value) {
  if (const auto *found = find(name, AttrValue::kF))
    value = found->f();
  return require(!std::isnan(value), "attribute '" + name + "' is NaN");
}

Binder &Binder::attr(StringRef name, std::string &value) {
  if (const auto *found = find(name, AttrValue::kS))
    value = found->s();
  return *this;
}

Binder &Binder::attr(StringRef name, Ints &values) {
  if (const auto *found = find(name, AttrValue::kList))
    values.assign(found->list().i().begin(), found->list().i().end());
  return *this;
}

Binder &Binder::type(StringRef name, int32_t &value) {
  if (const auto *found = find(name, AttrValue::kType))
    value = found->type();
  noteType(value);
  return *this;
}

Binder &Binder::ignore(StringRef name, StringRef) {
  understood.insert(name);
  return *this;
}

void Binder::markDead(unsigned output) {
  graph.markDead(output ? node.name + ":" + std::to_string(output) : node.name);
}

// Types follow from the inputs, names with an underscore are TensorFlow's own notes.
static bool isNote(StringRef name, const AttrValue &value) {
  const bool isType = value.value_case() == AttrValue::kType ||
                      (value.value_case() == AttrValue::kList && value.list().type_size() > 0) ||
                      value.value_case() == AttrValue::kPlaceholder ||
                      value.value_case() == AttrValue::VALUE_NOT_SET;
  return name.starts_with("_") || isType;
}

Conversion Binder::finish() {
  // The results of a call have the call's attributes, which say what was inlined.
  const bool isCall = node.op != node.def->op();
  for (const auto &[name, value] : node.def->attr())
    support(isCall || understood.contains(name) || isNote(name, value), "attribute '" + name + "'");
  return LayerBinder::finish();
}

} // namespace qopt::graphdef
