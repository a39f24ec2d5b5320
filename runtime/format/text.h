// Described structs as text: the fields that differ from their defaults, by name. A call's text is
// also its key (two calls that print alike compute alike).
#pragma once

#include "runtime/calls/calls.h"
#include "runtime/format/schema.h"

#include <optional>
#include <string>

namespace qrt {

std::string text(const Extent &extent);       // "64*N+128", "up(10*N, 16)", "7"
std::string text(const Operand &operand);     // "b3", "c0"
std::string text(const ConstantIndex &index); // "c0"
std::string text(const QuantizedInput &type); // "u8", "i8 z=3"
std::string text(const Factor &factor);
std::string text(const ScalarProgram &program); // its statements
std::string text(const std::string &value);
std::string text(ElementType type);
std::string text(float value); // as many digits as tell it from others
std::string text(ReduceKind kind);
/// Returns the name of an enumerator of any other enum: "max".
template <typename T>
  requires std::is_enum_v<T>
std::string text(T value);
/// "conv2d {shape {in 32x32, …}, samples N, …}".
std::string text(const Call &call);

template <typename T>
  requires std::is_arithmetic_v<T>
std::string text(const T &value) {
  return std::to_string(value);
}
template <typename T, size_t n> std::string text(const std::array<T, n> &values); // "3x3"
template <typename T> std::string text(const std::vector<T> &values);             // "[1, 2]"
template <typename T> std::string text(const std::optional<T> &value);
template <Described T> std::string text(const T &value);

// ---- implementation ----

template <typename List> std::string joined(const List &list, std::string_view separator) {
  std::string result;
  for (const auto &item : list) {
    if (!result.empty())
      result += separator;
    result += text(item);
  }
  return result;
}

namespace fields {
template <typename T, size_t... at>
std::string_view enumeratorText(T value, std::index_sequence<at...>) {
  std::string_view name = "?";
  (void)((value == T(at) ? (name = enumeratorName<T(at)>(), true) : false) || ...);
  return name;
}
} // namespace fields

template <typename T>
  requires std::is_enum_v<T>
std::string text(T value) {
  std::string name(fields::enumeratorText(value, std::make_index_sequence<enumeratorCount<T>()>()));
  if (name[0] >= 'A' && name[0] <= 'Z')
    name[0] = char(name[0] - 'A' + 'a');
  return name;
}

template <typename T, size_t n> std::string text(const std::array<T, n> &values) {
  return std::is_arithmetic_v<T> ? joined(values, "x") : "[" + joined(values, ", ") + "]";
}

template <typename T> std::string text(const std::vector<T> &values) {
  return "[" + joined(values, ", ") + "]";
}

template <typename T> std::string text(const std::optional<T> &value) {
  return value ? text(*value) : "none";
}

template <Described T> std::string text(const T &value) {
  std::string result;
  const T usual{};
  // Both are walked in step: fields have no other numbering.
  std::vector<std::string> defaults;
  visitFields(usual, [&](std::string_view, const auto &field) { defaults.push_back(text(field)); });
  size_t index = 0;
  visitFields(value, [&](std::string_view name, const auto &field) {
    std::string own = text(field);
    if (own != defaults[index++])
      result += (result.empty() ? "" : ", ") + std::string(name) + " " + own;
  });
  return "{" + result + "}";
}

} // namespace qrt
