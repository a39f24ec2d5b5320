#include "passes/transforms/text.h"

#include "llvm/ADT/StringExtras.h"

namespace qopt {

using qrt::Status;

namespace {
class Parser {
public:
  explicit Parser(const std::string &text) : text(text) {}

  Status parse(std::vector<Transform> &transforms) {
    for (skipSpace(); at < text.size(); skipSpace()) {
      Transform transform{"", {}, at + 1};
      transform.name = word();
      if (transform.name.empty())
        return error("expected a transform's name, not '" + std::string(1, text[at]) + "'");
      if (at < text.size() && text[at] == '(')
        if (Status status = arguments(transform); !status.ok())
          return status;
      if (at < text.size() && !isSpace(text[at]))
        return error("expected a space behind '" + transform.name + "', not '" +
                     std::string(1, text[at]) + "'");
      transforms.push_back(std::move(transform));
    }
    return transforms.empty() ? error("names no transform") : Status();
  }

private:
  // Shells leave a backslash where a line goes on.
  static bool isSpace(char c) { return llvm::isSpace(c) || c == ',' || c == '\\'; }
  void skipSpace() {
    while (at < text.size() && isSpace(text[at]))
      ++at;
  }
  std::string word() {
    const size_t start = at;
    while (at < text.size() && (llvm::isAlnum(text[at]) || text[at] == '_'))
      ++at;
    return text.substr(start, at - start);
  }
  Status error(const std::string &what) const { return errorAt(at, what); }
  static Status errorAt(size_t place, const std::string &what) {
    return qrt::invalidArgument("column " + std::to_string(place + 1) + ": " + what);
  }

  Status arguments(Transform &transform) {
    const size_t bracket = at++;
    for (skipSpace(); at < text.size() && text[at] != ')'; skipSpace()) {
      TransformArgument argument{"", "", at + 1};
      argument.name = word();
      if (argument.name.empty())
        return error("expected an argument's name or ')', not '" + std::string(1, text[at]) + "'");
      if (at >= text.size() || text[at] != '=')
        return error("expected '=' behind '" + argument.name + "'");
      ++at;
      if (Status status = value(argument); !status.ok())
        return status;
      transform.arguments.push_back(std::move(argument));
    }
    if (at >= text.size())
      return errorAt(bracket, "this '(' is not closed");
    ++at;
    return {};
  }

  Status value(TransformArgument &argument) {
    const size_t start = at;
    if (at < text.size() && (text[at] == '"' || text[at] == '\'')) {
      const size_t end = text.find(text[at], at + 1);
      if (end == std::string::npos)
        return errorAt(start, "this quote is not closed");
      argument.value = text.substr(start + 1, end - start - 1);
      at = end + 1;
      return {};
    }
    while (at < text.size() && !isSpace(text[at]) && text[at] != '(' && text[at] != ')' &&
           text[at] != '"')
      ++at;
    argument.value = text.substr(start, at - start);
    return argument.value.empty() ? error("'" + argument.name + "' has no value") : Status();
  }

  const std::string &text;
  size_t at = 0;
};
} // namespace

qrt::Expected<std::vector<Transform>> parseTransforms(const std::string &text) {
  std::vector<Transform> transforms;
  if (Status status = Parser(text).parse(transforms); !status.ok())
    return status;
  return transforms;
}

} // namespace qopt
