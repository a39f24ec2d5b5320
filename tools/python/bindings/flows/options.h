// Options of flows as keywords: each field of a struct by the name that Python calls it, so that
// what sets it and what says its default are made of one list.
#pragma once

#include "ir/types/quant_params.h"
#include "passes/quantize/policy/layer_policy.h"
#include "tools/libqopt/flows/search/result/error_memory.h"
#include "tools/python/bindings/flows/samples.h"

#include <limits>

namespace qopt::python {

// ---- a value of each type from Python; TypeErrors call it `name` ----

[[noreturn]] void refuseValue(const std::string &name, const char *expected, nb::handle value);
/// An ArgumentError for a whole number that is none from `low` to `high`; nothing for what is no
/// whole number.
void refuseNumber(const std::string &name, const std::string &low, const std::string &high,
                  nb::handle value);

template <typename T>
void takeAs(T &field, nb::handle value, const std::string &name, const char *expected) {
  if (!nb::try_cast(value, field))
    refuseValue(name, expected, value);
}
template <typename T>
  requires std::integral<T>
void takeValue(T &field, nb::handle value, const std::string &name) {
  if (value.type().ptr() == reinterpret_cast<PyObject *>(&PyBool_Type))
    refuseValue(name, "a whole number", value);
  if (nb::try_cast(value, field))
    return;
  refuseNumber(name, std::to_string(std::numeric_limits<T>::min()),
               std::to_string(std::numeric_limits<T>::max()), value);
  refuseValue(name, "a whole number", value);
}
void takeValue(bool &field, nb::handle value, const std::string &name);
void takeValue(double &field, nb::handle value, const std::string &name);
void takeValue(std::string &field, nb::handle value, const std::string &name);
void takeValue(std::vector<std::string> &field, nb::handle value, const std::string &name);
void takeValue(std::vector<int64_t> &field, nb::handle value, const std::string &name);
void takeValue(std::shared_ptr<const std::vector<int64_t>> &field, nb::handle value,
               const std::string &name);
void takeValue(std::shared_ptr<const SampleSource> &field, nb::handle value,
               const std::string &name);
void takeValue(std::map<std::string, qrt::Tensor> &field, nb::handle value,
               const std::string &name);
void takeValue(qrt::FloatOrder &field, nb::handle value, const std::string &name);
void takeValue(nn::Scheme &field, nb::handle value, const std::string &name);
void takeValue(AttentionForm &field, nb::handle value, const std::string &name);
void takeValue(ErrorMemory &field, nb::handle value, const std::string &name); // a dict
template <typename T>
void takeValue(std::optional<T> &field, nb::handle value, const std::string &name) {
  if (value.is_none())
    field.reset();
  else
    takeValue(field.emplace(), value, name);
}

// ---- and a default for Python; of samples, arrays and a memory None ----

template <typename T> nb::object valueOf(const T &field) { return nb::cast(field); }
inline nb::object valueOf(const std::shared_ptr<const SampleSource> &) { return nb::none(); }
inline nb::object valueOf(const std::shared_ptr<const std::vector<int64_t>> &) {
  return nb::none();
}
inline nb::object valueOf(const std::map<std::string, qrt::Tensor> &) { return nb::none(); }
inline nb::object valueOf(const ErrorMemory &) { return nb::none(); }
nb::object valueOf(const qrt::FloatOrder &field);
nb::object valueOf(const nn::Scheme &field);
nb::object valueOf(const AttentionForm &field);
template <typename T> nb::object valueOf(const std::optional<T> &field) {
  return field ? valueOf(*field) : nb::none();
}

// ---- structs that have a visitFields(options, visit) ----

/// The fields that `given` names. Throws a TypeError for a name that is none of them.
template <typename Options> void takeOptions(Options &options, const nb::dict &given) {
  size_t known = 0;
  visitFields(options, [&](const char *name, auto &field) {
    if (!given.contains(name))
      return;
    ++known;
    takeValue(field, given[name], name);
  });
  if (known != given.size())
    throw nb::type_error("there is an option that the flow does not have");
}

/// name → default of each field.
template <typename Options> nb::dict defaultsOf() {
  Options options;
  nb::dict defaults;
  visitFields(options, [&](const char *name, auto &field) { defaults[name] = valueOf(field); });
  return defaults;
}

// ---- what several flows' options are made of ----

template <typename Visit> void visitFields(SampleSelection &selection, Visit &&visit) {
  visit("every", selection.every);
  visit("others", selection.others);
  visit("most", selection.most);
  visit("chosen", selection.chosen);
}

template <typename Visit> void visitFields(CompileOptions &compile, Visit &&visit) {
  visit("float_order", compile.floatOrder);
  visit("libraries", compile.libraries);
}

} // namespace qopt::python
