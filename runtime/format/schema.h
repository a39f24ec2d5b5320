// The schema of a described struct as text: names and types of fields and names of enumerators, in
// order. Two builds with equal schemas read each other's bytes (encoder.h).
#pragma once

#include "runtime/calls/storage.h"

#include <set>
#include <string>
#include <string_view>
#include <variant>

namespace qrt {

/// Returns the number of enumerators of an enum; they count from 0.
template <typename T> constexpr size_t enumeratorCount();

/// Returns "Extent{scale:i64,offset:i64,multiple:i64}"; a type's fields are given at its first
/// mention only.
template <typename T> std::string schemaOf();

// ---- implementation ----

namespace fields {

// "… T = qrt::Extent; …]" (GCC), "… T = qrt::Extent]" (Clang): returns the name after the last
// "::", with a template's arguments.
constexpr std::string_view nameIn(std::string_view signature, std::string_view parameter) {
  std::string_view name = signature.substr(signature.find(parameter) + parameter.size());
  name = name.substr(0, name.find_first_of(";]"));
  size_t arguments = name.find('<');
  while (arguments != name.npos && (arguments == 0 || name[arguments - 1] == ':')) // "<unnamed>"
    arguments = name.find('<', arguments + 1);
  const size_t scope = name.rfind("::", arguments);
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}
template <typename T> constexpr std::string_view typeName() {
  return nameIn(__PRETTY_FUNCTION__, "T = ");
}
/// Returns the enumerator's name, or "(qrt::PoolKind)2" for a number without an enumerator.
template <auto value> constexpr std::string_view enumeratorName() {
  return nameIn(__PRETTY_FUNCTION__, "value = ");
}

template <typename T, size_t at = 0> constexpr size_t countEnumerators() {
  if constexpr (at > 255)
    return at;
  else if constexpr (enumeratorName<T(at)>().find(')') != std::string_view::npos)
    return at;
  else
    return countEnumerators<T, at + 1>();
}

class SchemaText {
public:
  std::string text;

  template <typename T> void say() {
    if constexpr (std::is_same_v<T, std::string>)
      text += "text";
    else if constexpr (std::is_same_v<T, Tensor>)
      text += "tensor";
    else if constexpr (std::is_same_v<T, bool>)
      text += "bool";
    else if constexpr (std::is_enum_v<T>)
      sayEnum<T>(std::make_index_sequence<enumeratorCount<T>()>());
    else if constexpr (std::is_arithmetic_v<T>)
      text += (std::is_floating_point_v<T> ? "f"
               : std::is_signed_v<T>       ? "i"
                                           : "u") +
              std::to_string(8 * sizeof(T));
    else
      sayComposed(static_cast<T *>(nullptr));
  }

private:
  /// Appends the type's name; returns true the first time.
  template <typename T> bool begin() {
    text += typeName<T>();
    return known.insert(typeName<T>()).second;
  }
  template <typename T, size_t... at> void sayEnum(std::index_sequence<at...>) {
    if (begin<T>())
      ((text += (at ? "|" : "(") + std::string(enumeratorName<T(at)>())), ...), text += ")";
  }
  template <typename T> void sayComposed(std::vector<T> *) {
    text += "[";
    say<T>();
    text += "]";
  }
  template <typename T> void sayComposed(std::optional<T> *) {
    text += "?";
    say<T>();
  }
  template <typename T, size_t n> void sayComposed(std::array<T, n> *) {
    text += std::to_string(n) + "*";
    say<T>();
  }
  template <typename T, size_t n> void sayComposed(T (*)[n]) {
    text += std::to_string(n) + "*";
    say<T>();
  }
  template <typename... T> void sayComposed(std::variant<T...> *) {
    text += "<";
    ((say<T>(), text += ";"), ...);
    text += ">";
  }
  template <typename T>
    requires Described<T> || std::is_empty_v<T>
  void sayComposed(T *) {
    if (!begin<T>())
      return;
    text += "{";
    if constexpr (Described<T>) {
      const T value{};
      visitFields(value, [&](std::string_view name, const auto &field) {
        text += std::string(name) + ":";
        say<std::remove_cvref_t<decltype(field)>>();
        text += ",";
      });
    }
    text += "}";
  }

  std::set<std::string_view> known;
};

} // namespace fields

template <typename T> constexpr size_t enumeratorCount() { return fields::countEnumerators<T>(); }

template <typename T> std::string schemaOf() {
  fields::SchemaText schema;
  schema.say<T>();
  return std::move(schema.text);
}

} // namespace qrt
