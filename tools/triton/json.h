// This reads, asks, changes and prints as much of JSON as configurations of models need.
#pragma once

#include "runtime/numerics/types/status.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace qopt::triton {

class Json {
public:
  enum class Kind { Null, Bool, Number, String, Array, Object };
  using Member = std::pair<std::string, Json>;

  Json() = default;
  static Json of(int64_t number);
  static Json of(std::string text);
  static Json array() { return Json(Kind::Array); }
  static Json array(const std::vector<int64_t> &numbers);
  static Json object() { return Json(Kind::Object); }

  /// Reads a text of RFC 8259, whose surrogates are pairs; an error says at which byte it is none.
  static qrt::Expected<Json> parse(std::string_view text);
  std::string print() const;

  Kind kind() const { return own; }
  bool isTrue() const { return own == Kind::Bool && text == "true"; }
  /// Returns a string's text, "" of others.
  std::string string() const { return own == Kind::String ? text : ""; }
  /// Returns a whole number, also of a string that has one, as protobuf prints 64 bits.
  std::optional<int64_t> integer() const;
  const std::vector<Json> &elements() const { return items; }
  const std::vector<Member> &members() const { return named; }

  /// Returns the member, or null where there is none of that name.
  const Json &operator[](std::string_view name) const;
  /// Returns the member, and adds it where there was none, to an object or to what was null.
  Json &member(const std::string &name);
  void append(Json element) { items.push_back(std::move(element)); }

private:
  explicit Json(Kind kind) : own(kind) {}
  friend class JsonReader;
  Kind own = Kind::Null;
  std::string text; // a string's; a number and a bool are as they were written
  std::vector<Json> items;
  std::vector<Member> named;
};

} // namespace qopt::triton
