#include "tools/triton/json.h"

#include <algorithm>
#include <charconv>

namespace qopt::triton {

Json Json::of(int64_t number) {
  Json value(Kind::Number);
  value.text = std::to_string(number);
  return value;
}

Json Json::of(std::string text) {
  Json value(Kind::String);
  value.text = std::move(text);
  return value;
}

Json Json::array(const std::vector<int64_t> &numbers) {
  Json value = array();
  for (int64_t number : numbers)
    value.append(of(number));
  return value;
}

std::optional<int64_t> Json::integer() const {
  int64_t number = 0;
  if (own != Kind::Number && own != Kind::String)
    return std::nullopt;
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, number);
  return error == std::errc() && stop == end ? std::optional(number) : std::nullopt;
}

const Json &Json::operator[](std::string_view name) const {
  static const Json none;
  for (const Member &one : named)
    if (one.first == name)
      return one.second;
  return none;
}

Json &Json::member(const std::string &name) {
  own = Kind::Object;
  for (Member &one : named)
    if (one.first == name)
      return one.second;
  return named.emplace_back(name, Json()).second;
}

// ---- reading ----

/// It throws nothing: it sets `failed`, and everything that follows gives up.
class JsonReader {
public:
  explicit JsonReader(std::string_view text) : text(text) {}

  qrt::Expected<Json> whole() {
    Json value = read(0);
    skip();
    if (failed || at != text.size())
      return qrt::invalidArgument("not JSON at byte " + std::to_string(at));
    return value;
  }

private:
  static constexpr int deepest = 100;

  void skip() { at = std::min(text.find_first_not_of(" \t\r\n", at), text.size()); }
  bool take(std::string_view word) {
    skip();
    if (failed || !text.substr(at).starts_with(word))
      return false;
    at += word.size();
    return true;
  }
  void want(std::string_view word) { failed = failed || !take(word); }

  Json read(int depth) {
    failed = failed || depth > deepest;
    if (take("{"))
      return object(depth);
    if (take("["))
      return array(depth);
    if (take("\""))
      return Json::of(string());
    for (std::string_view word : {"true", "false", "null"})
      if (take(word)) {
        Json value(word == "null" ? Json::Kind::Null : Json::Kind::Bool);
        value.text = word;
        return value;
      }
    return number();
  }
  Json object(int depth) {
    Json value = Json::object();
    if (take("}"))
      return value;
    do {
      want("\"");
      std::string name = string();
      want(":");
      value.member(name) = read(depth + 1);
    } while (take(","));
    want("}");
    return value;
  }
  Json array(int depth) {
    Json value = Json::array();
    if (take("]"))
      return value;
    do
      value.append(read(depth + 1));
    while (take(","));
    want("]");
    return value;
  }
  Json number() {
    Json value(Json::Kind::Number);
    const size_t begin = at;
    takeOne("-");
    if (!takeOne("0"))
      digits();
    if (takeOne("."))
      digits();
    if (takeOne("eE")) {
      takeOne("+-");
      digits();
    }
    value.text = text.substr(begin, at - begin);
    return value;
  }
  /// Takes one of these characters if it is next.
  bool takeOne(std::string_view characters) {
    const bool isThere = at < text.size() && characters.find(text[at]) != characters.npos;
    at += isThere;
    return isThere;
  }
  /// Takes one digit or more.
  void digits() {
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    failed = failed || end == at;
    at = end;
  }
  /// Reads the rest of a string whose first quote is taken.
  std::string string() {
    std::string value;
    while (!failed && at < text.size() && text[at] != '"') {
      const char c = text[at++];
      if (c == '\\')
        escape(value);
      else if (uint8_t(c) < 0x20)
        failed = true;
      else
        value += c;
    }
    failed = failed || at >= text.size();
    ++at;
    return value;
  }
  void escape(std::string &value) {
    static constexpr std::string_view letters = "\"\\/bfnrt", bytes = "\"\\/\b\f\n\r\t";
    const char c = at < text.size() ? text[at++] : '\0';
    if (const size_t found = letters.find(c); found != letters.npos)
      value += bytes[found];
    else if (c == 'u')
      unicode(value);
    else
      failed = true;
  }
  uint32_t hex() {
    uint32_t code = 0;
    const std::string_view four = text.substr(at, 4);
    auto [end, error] = std::from_chars(four.data(), four.data() + four.size(), code, 16);
    failed = failed || four.size() < 4 || error != std::errc() || end != four.data() + 4;
    at += four.size();
    return code;
  }
  /// Appends the character as UTF-8; two escapes are one character beyond the first 65536.
  void unicode(std::string &value) {
    uint32_t code = hex();
    if (code >= 0xd800 && code < 0xe000) {
      const bool isFirst = code < 0xdc00 && takeOne("\\") && takeOne("u");
      const uint32_t second = isFirst ? hex() : 0;
      failed = failed || second < 0xdc00 || second >= 0xe000;
      code = 0x10000 + ((code - 0xd800) << 10) + (second - 0xdc00);
    }
    if (failed)
      return;
    const int more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
    static constexpr uint32_t heads[] = {0, 0xc0, 0xe0, 0xf0};
    value += char(heads[more] | code >> 6 * more);
    for (int i = more - 1; i >= 0; --i)
      value += char(0x80 | (code >> 6 * i & 0x3f));
  }

  std::string_view text;
  size_t at = 0;
  bool failed = false;
};

qrt::Expected<Json> Json::parse(std::string_view text) { return JsonReader(text).whole(); }

// ---- printing ----

static std::string quoted(std::string_view text) {
  static constexpr char digits[] = "0123456789abcdef";
  std::string quoted = "\"";
  for (char c : text)
    if (c == '"' || c == '\\')
      quoted += {'\\', c};
    else if (uint8_t(c) < 0x20)
      quoted += {'\\', 'u', '0', '0', digits[uint8_t(c) >> 4], digits[c & 15]};
    else
      quoted += c;
  return quoted + "\"";
}

std::string Json::print() const {
  std::string printed, comma;
  if (own == Kind::Array || own == Kind::Object) {
    for (const Json &item : items)
      printed += std::exchange(comma, ",") + item.print();
    for (const auto &[name, value] : named)
      printed += std::exchange(comma, ",") + quoted(name) + ":" + value.print();
    return own == Kind::Array ? "[" + printed + "]" : "{" + printed + "}";
  }
  return own == Kind::String ? quoted(text) : own == Kind::Null ? "null" : text;
}

} // namespace qopt::triton
