#include "runtime/format/refit/call_plan.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

namespace qrt {
namespace {

/// A field or an item of a list: "kernel 3x3", or a text with the contents of its braces or
/// brackets.
struct Part {
  std::string text;
  char open = 0; // '{', '[' or none
  std::vector<Part> parts;
};

/// Reads the text that text.h writes.
class Reader {
public:
  explicit Reader(std::string_view text) : text(text) {}

  Part part() {
    Part read;
    while (at < text.size() && !isOneOf(",{[]}")) {
      if (text[at] == '(' && !std::string_view(read.text).ends_with("up"))
        skipProgram(read.text);
      else
        read.text += text[at++];
    }
    if (at < text.size() && isOneOf("{[")) {
      read.open = text[at++];
      readParts(read.parts);
    }
    return read;
  }
  std::string_view rest() const { return text.substr(at); }

private:
  bool isOneOf(std::string_view letters) const { return letters.find(text[at]) != letters.npos; }

  /// A scalar program has no parentheses within it; an extent's "up(2*N, 16)" has one comma.
  void skipProgram(std::string &into) {
    at = std::min(text.size(), text.find(')', at));
    at += at < text.size();
    into += "()";
  }
  void readParts(std::vector<Part> &parts) {
    constexpr int deepest = 64; // a damaged file's text may be anything
    if (++depth > deepest)
      at = text.size();
    while (at < text.size() && !isOneOf("]}")) {
      parts.push_back(part());
      if (at < text.size() && text[at] == ',')
        at += text.substr(at).starts_with(", ") ? 2 : 1;
    }
    at += at < text.size();
    --depth;
  }

  std::string_view text;
  size_t at = 0;
  int depth = 0;
};

/// The number behind the letter of "b3" and "c0"; none of other words.
std::optional<size_t> numberOf(std::string_view word) {
  size_t number = 0;
  if (word.size() < 2 || (word[0] != 'b' && word[0] != 'c'))
    return std::nullopt;
  const char *end = word.data() + word.size();
  auto [last, error] = std::from_chars(word.data() + 1, end, number);
  return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
}

struct KeyOperand {
  char letter = 'b'; // or 'c', a constant
  std::string type;
  std::vector<std::string> sizes;

  /// One number for each channel, or one for all.
  bool isVector() const { return letter == 'c' && sizes.size() < 2; }
};

/// " b0 u8 [N, 8] c1 f32 [8]": they are numbered in their order.
std::vector<KeyOperand> readOperands(std::string_view text) {
  std::vector<KeyOperand> operands;
  for (Reader reader(text); !reader.rest().empty();) {
    const Part part = reader.part(); // " c1 f32 " and sizes
    const size_t type = part.text.find(' ', 1);
    if (part.open != '[' || type == part.text.npos)
      break;
    KeyOperand &operand = operands.emplace_back();
    operand.letter = part.text[1];
    operand.type = part.text.substr(type + 1, part.text.size() - type - 2);
    for (const Part &size : part.parts)
      operand.sizes.push_back(size.text);
  }
  return operands;
}

/// Calls visit(word) for the words of a field's text: "input", "b0", "u8", "z=3".
template <typename Visit> void forWords(std::string_view text, Visit &&visit) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    visit(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

constexpr std::string_view zeroPoint = "z=";

/// The operand that a word names; that a zero point is read from, too.
std::optional<size_t> operandIn(std::string_view word) {
  return numberOf(word.starts_with(zeroPoint) ? word.substr(zeroPoint.size()) : word);
}

class Planner {
public:
  explicit Planner(std::string_view key) {
    Reader reader(key);
    Part call = reader.part();
    operands = readOperands(reader.rest());
    leaveOut(call.parts);
    std::vector<bool> isRead(operands.size());
    findRead(call, isRead);
    for (size_t i = 0; i < operands.size(); ++i) {
      const KeyOperand &operand = operands[i];
      names.push_back(operand.letter + std::to_string(left));
      if (!operand.isVector() || isRead[i])
        tell(operand, names[i]);
    }
    plan.call = textOf(call);
  }
  CallPlan take() { return std::move(plan); }

private:
  bool isVector(std::string_view word) const {
    const std::optional<size_t> number = numberOf(word);
    return number && *number < operands.size() && operands[*number].isVector();
  }
  /// "{operand c3, strides [0, 1]}", an item of a list.
  bool readsVector(const Part &part) const {
    return part.text.empty() && std::ranges::any_of(part.parts, [&](const Part &field) {
             return field.text.starts_with("operand ") &&
                    isVector(std::string_view(field.text).substr(8));
           });
  }
  void leaveOut(std::vector<Part> &parts) {
    for (Part &part : parts)
      leaveOut(part.parts);
    std::erase_if(parts, [&](const Part &part) {
      if (readsVector(part))
        return ++plan.vectors > 0;
      return (part.text.starts_with("channels ") && part.open) || part.text.starts_with("bits ") ||
             (!part.text.empty() && part.open == '[' && part.parts.empty());
    });
  }
  static void findRead(const Part &part, std::vector<bool> &isRead) {
    forWords(part.text, [&](std::string_view word) {
      if (const auto operand = operandIn(word); operand && *operand < isRead.size())
        isRead[*operand] = true;
    });
    for (const Part &inner : part.parts)
      findRead(inner, isRead);
  }

  void tell(const KeyOperand &operand, const std::string &name) {
    std::string commas, crosses;
    for (const std::string &size : operand.sizes) {
      commas += (commas.empty() ? "" : ", ") + size;
      crosses += (crosses.empty() ? "" : "x") + size;
    }
    plan.operands += (left++ ? " " : "") + name + " " + operand.type + " [" + commas + "]";
    if (operand.letter == 'c' && !operand.isVector())
      plan.weights += (plan.weights.empty() ? "" : ", ") + operand.type + " " + crosses;
  }

  std::string textOf(const Part &part) const {
    std::string text = renamed(part.text);
    if (!part.open)
      return text;
    std::string inner;
    for (const Part &one : part.parts)
      if (const std::string of = textOf(one); of != "operand b0") // which goes without saying
        inner += (inner.empty() ? "" : ", ") + of;
    return text + part.open + inner + (part.open == '{' ? '}' : ']');
  }
  /// Returns the text with the plan's names of operands, and without zero points that are numbers.
  std::string renamed(std::string_view text) const {
    std::string result;
    forWords(text, [&](std::string_view word) {
      const std::optional<size_t> operand = operandIn(word);
      const bool isZeroPoint = word.starts_with(zeroPoint);
      if (isZeroPoint && !operand)
        return;
      result += result.empty() ? "" : " ";
      if (operand && *operand < names.size())
        result += std::string(isZeroPoint ? zeroPoint : "") + names[*operand];
      else
        result += word;
    });
    return result + (text.ends_with(' ') ? " " : "");
  }

  CallPlan plan;
  std::vector<KeyOperand> operands;
  std::vector<std::string> names; // in the plan, by number in the key
  size_t left = 0;                // operands of the plan
};

/// Returns the text from the word before the brace at `open` to the brace that closes it.
std::string_view groupAt(std::string_view text, size_t open) {
  size_t end = open, depth = 0;
  do {
    depth += text[end] == '{';
    depth -= text[end] == '}';
    ++end;
  } while (end < text.size() && depth > 0);
  const size_t word = open < 2 ? text.npos : text.find_last_of(" {[", open - 2);
  const size_t begin = word == text.npos ? 0 : word + 1;
  return text.substr(begin, end - begin);
}

} // namespace

CallPlan planOf(std::string_view key) { return Planner(key).take(); }

DifferingParts differingParts(std::string_view first, std::string_view second) {
  const auto [a, b] = std::ranges::mismatch(first, second);
  std::vector<size_t> open;
  for (size_t i = 0; i < size_t(a - first.begin()); ++i)
    if (first[i] == '{')
      open.push_back(i);
    else if (first[i] == '}' && !open.empty())
      open.pop_back();
  if (open.empty())
    return {first, second};
  return {groupAt(first, open.back()), groupAt(second, open.back())};
}

} // namespace qrt
