#include "lowering/kernels/float_texts.h"

#include "lowering/kernels/kernel_files.h" // generated
#include "lowering/kernels/kernel_text.h"

#include <cassert>
#include <map>
#include <unordered_map>
#include <vector>

namespace qopt {

namespace {

/// The names of files of float functions begin so; in the order of these names, a function stands
/// before those that call it.
constexpr std::string_view filesBegin = "float_functions";
constexpr std::string_view functionBegins = "DEVICE ";

/// A function and the comment before it, or lines that every kernel has.
struct Piece {
  std::string_view text;
  int function = -1;
};

struct Texts {
  std::vector<Piece> pieces;
  std::unordered_map<std::string_view, int> numbers;
  std::vector<FloatFunctions> calls; // with itself

  Texts();

private:
  void addFile(std::string_view text);
  void addFunction(std::string_view text, std::string_view firstLine);
};

bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isInWord(char c) { return isLetter(c) || (c >= '0' && c <= '9'); }

/// A word is a name or a number.
template <typename Take> void forEachWord(std::string_view text, Take take) {
  for (size_t at = 0; at < text.size();) {
    const size_t begin = at;
    while (at < text.size() && isInWord(text[at]))
      ++at;
    if (at > begin && isLetter(text[begin]))
      take(text.substr(begin, at - begin));
    at += at == begin;
  }
}

FloatFunctions namedIn(std::string_view text, const Texts &texts) {
  FloatFunctions found;
  forEachWord(text, [&](std::string_view word) {
    if (auto number = texts.numbers.find(word); number != texts.numbers.end())
      found |= texts.calls[number->second];
  });
  return found;
}

Texts::Texts() {
  std::map<std::string_view, std::string_view> files;
  for (const embedded::File &file : embedded::kernel_files)
    if (file.name.starts_with(filesBegin))
      files.emplace(file.name, file.text);
  for (const auto &[name, text] : files)
    addFile(text);
}

// A function's last line is its first or begins with its brace: so clang-format has it.
void Texts::addFile(std::string_view text) {
  size_t begin = 0;
  std::string_view firstLine;
  for (size_t line = 0, end = 0; line < text.size(); line = end) {
    end = text.find('\n', line) + 1;
    assert(end && "a file's last line ends");
    const std::string_view here = text.substr(line, end - line);
    if (here.starts_with(functionBegins))
      firstLine = here;
    const bool isLast = !firstLine.empty() && (here.starts_with("}") || here.ends_with("}\n"));
    if (isLast)
      addFunction(text.substr(begin, end - begin), firstLine);
    else if (here.starts_with("#"))
      pieces.push_back({text.substr(begin, end - begin)});
    else
      continue;
    begin = end;
    firstLine = {};
  }
}

// Functions call those before them, and themselves nowhere.
void Texts::addFunction(std::string_view text, std::string_view firstLine) {
  const std::string_view head = firstLine.substr(0, firstLine.find('('));
  const std::string_view name = head.substr(head.rfind(' ') + 1);
  const int number = int(calls.size());
  FloatFunctions called = namedIn(text, *this);
  assert(size_t(number) < called.size());
  called.set(number);
  pieces.push_back({text, number});
  calls.push_back(called);
  numbers.emplace(name, number);
}

const Texts &texts() {
  static const Texts all;
  return all;
}

} // namespace

FloatFunctions floatFunctionsIn(std::string_view text) { return namedIn(text, texts()); }

FloatFunctions floatFunctionsOf(std::string_view file) {
  static const auto found = [] {
    std::map<std::string_view, FloatFunctions> found;
    for (const embedded::File &one : embedded::kernel_files)
      found.emplace(one.name, floatFunctionsIn(one.text));
    return found;
  }();
  auto known = found.find(file);
  assert(known != found.end() && "a table names a kernel file that is not embedded");
  return known->second;
}

std::string textOf(const FloatFunctions &functions) {
  std::string text;
  for (const Piece &piece : texts().pieces)
    if (piece.function < 0 || functions[size_t(piece.function)])
      text += piece.text;
  return text;
}

} // namespace qopt
