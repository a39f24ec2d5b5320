#include "tools/python/bindings/flows/options.h"

#include <utility>

namespace qopt::python {

void refuseValue(const std::string &name, const char *expected, nb::handle value) {
  const std::string type = nb::cast<std::string>(value.type().attr("__name__"));
  throw nb::type_error((name + ": expected " + expected + ", not " + type).c_str());
}

void refuseNumber(const std::string &name, const std::string &low, const std::string &high,
                  nb::handle value) {
  if (PyLong_Check(value.ptr()))
    check(qrt::invalidArgument(name + "=" + nb::cast<std::string>(nb::str(value)) +
                               ": expected a whole number from " + low + " to " + high));
}

void takeValue(bool &field, nb::handle value, const std::string &name) {
  takeAs(field, value, name, "True or False");
}

void takeValue(double &field, nb::handle value, const std::string &name) {
  takeAs(field, value, name, "a number");
}

void takeValue(std::string &field, nb::handle value, const std::string &name) {
  takeAs(field, value, name, "text");
}

void takeValue(std::vector<std::string> &field, nb::handle value, const std::string &name) {
  takeAs(field, value, name, "a list of texts");
}

void takeValue(std::vector<int64_t> &field, nb::handle value, const std::string &name) {
  takeAs(field, value, name, "a list of whole numbers");
}

void takeValue(std::shared_ptr<const std::vector<int64_t>> &field, nb::handle value,
               const std::string &name) {
  if (value.is_none())
    return field.reset();
  std::vector<int64_t> numbers;
  takeValue(numbers, value, name);
  field = std::make_shared<const std::vector<int64_t>>(std::move(numbers));
}

void takeValue(std::shared_ptr<const SampleSource> &field, nb::handle value,
               const std::string &name) {
  Samples *samples = nullptr;
  if (!value.is_none() && !nb::try_cast(value, samples))
    refuseValue(name, "samples", value);
  field = samples ? samples->source : nullptr;
}

void takeValue(std::map<std::string, qrt::Tensor> &field, nb::handle value,
               const std::string &name) {
  if (!nb::isinstance<nb::dict>(value))
    refuseValue(name, "a dict of arrays by input", value);
  for (auto [input, array] : nb::cast<nb::dict>(value)) {
    std::string own;
    takeValue(own, input, name);
    field.insert_or_assign(own, tensorOf(array, name + ": '" + own + "'"));
  }
}

void takeValue(qrt::FloatOrder &field, nb::handle value, const std::string &name) {
  std::string text;
  takeValue(text, value, name);
  field = take(qrt::floatOrderNamed(text));
}

/// A value that `find` knows by its name, or an error that lists what there is.
template <typename T, typename Find>
static void takeNamed(T &field, nb::handle value, const std::string &name, Find find,
                      const char *all) {
  std::string text;
  takeValue(text, value, name);
  auto found = find(text);
  if (!found)
    check(qrt::invalidArgument(name + "='" + text + "': there are " + all));
  field = *found;
}

void takeValue(nn::Scheme &field, nb::handle value, const std::string &name) {
  takeNamed(
      field, value, name, [](const std::string &text) { return nn::parseScheme(text); },
      "signs, signed, affine, mixed");
}

void takeValue(AttentionForm &field, nb::handle value, const std::string &name) {
  takeNamed(
      field, value, name, [](const std::string &text) { return attentionFormOf(text); },
      "float, integer");
}

nb::object valueOf(const qrt::FloatOrder &field) {
  for (const char *name : {"fast", "direct", "invariant"})
    if (take(qrt::floatOrderNamed(name)) == field)
      return nb::cast(name);
  return nb::none();
}

nb::object valueOf(const nn::Scheme &field) { return nb::cast(std::string(nn::schemeName(field))); }

nb::object valueOf(const AttentionForm &field) {
  return nb::cast(field == AttentionForm::Float ? "float" : "integer");
}

} // namespace qopt::python
