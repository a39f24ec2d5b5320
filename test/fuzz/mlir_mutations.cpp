#include "test/fuzz/mlir_mutations.h"

#include <algorithm>
#include <cctype>

namespace qopt::test {

template <size_t n> static const char *pick(Random &random, const char *const (&choices)[n]) {
  return choices[below(random, n)];
}

// ---- both ----

static void cut(std::string &bytes, Random &random) {
  // Mostly near the end: the rest is sound.
  size_t most = random() % 2 ? bytes.size() : bytes.size() / 50 + 1;
  bytes.resize(bytes.size() - below(random, std::min(most, bytes.size()) + 1));
}

static void flip(std::string &bytes, Random &random) {
  for (uint64_t i = 1 + below(random, 4); i > 0 && !bytes.empty(); --i)
    bytes[below(random, bytes.size())] ^= char(1 << below(random, 8));
}

static void splice(std::string &bytes, const std::string &donor, Random &random) {
  size_t from = below(random, donor.size()), length = below(random, 1 + random() % 256);
  size_t at = below(random, bytes.size() + 1);
  bytes.replace(at, random() % 2 ? length : 0, donor.substr(from, length));
}

static void drop(std::string &bytes, Random &random) {
  bytes.erase(below(random, bytes.size() + 1), 1 + below(random, 1 + random() % 64));
}

// ---- text ----

static void changeNumber(std::string &text, Random &random) {
  static constexpr const char *numbers[] = {"0",
                                            "-1",
                                            "1",
                                            "2147483648",
                                            "9223372036854775807",
                                            "1e400",
                                            "-0.0",
                                            "0xFFFFFFFF",
                                            "1000000000",
                                            "4294967296",
                                            "1e-45",
                                            "18446744073709551616",
                                            "nan",
                                            "64"};
  size_t at = below(random, text.size() + 1);
  at = text.find_first_of("0123456789", at);
  if (at == std::string::npos)
    return;
  size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
  text.replace(at, end - at,
               random() % 2 ? pick(random, numbers) : std::to_string(below(random, 10)));
}

static void insertToken(std::string &text, Random &random) {
  static constexpr const char *tokens[] = {
      "(", ")",  "[",  "]", "<",         ">",      "{",         "}",          "\"",     "%x",
      "?", "->", ":",  ",", "@",         "#",      "!quant",    "dense<",     "tensor", "{-#",
      "x", "^",  "//", "*", "array<i64", "loc(\"", "func.func", "i999999999", "\0",     "\xff"};
  text.insert(below(random, text.size() + 1), pick(random, tokens));
}

static void swapWords(std::string &text, Random &random) {
  auto word = [&](size_t &at, size_t &end) {
    auto isWord = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
    };
    at = end = below(random, text.size() + 1);
    while (end < text.size() && isWord(text[end]))
      ++end;
    while (at > 0 && isWord(text[at - 1]))
      --at;
  };
  size_t at, end, otherAt, otherEnd;
  word(at, end);
  word(otherAt, otherEnd);
  std::string other = text.substr(otherAt, std::min<size_t>(otherEnd - otherAt, 64));
  text.replace(at, end - at, other);
}

static void copyLine(std::string &text, Random &random) {
  size_t at = text.rfind('\n', below(random, text.size() + 1));
  at = at == std::string::npos ? 0 : at;
  std::string line = text.substr(at, text.find('\n', at + 1) - at);
  size_t to = text.find('\n', below(random, text.size() + 1));
  if (to != std::string::npos && line.size() < 4096)
    text.insert(to, line);
}

static void nest(std::string &text, Random &random) {
  static constexpr const char *openings[] = {"[", "(", "<", "{", "tensor<", "{a = ", "loc(fused["};
  const char *opening = pick(random, openings);
  std::string deep;
  for (uint64_t i = uint64_t(1) << below(random, 18); i > 0; --i)
    deep += opening;
  text.insert(below(random, text.size() + 1), deep);
}

void mutateText(std::string &text, const std::string &donor, Random &random) {
  switch (below(random, 12)) {
  case 0: return cut(text, random);
  case 1: return flip(text, random);
  case 2: return splice(text, donor, random);
  case 3: return drop(text, random);
  case 4:
  case 5: return insertToken(text, random);
  case 6:
  case 7: return swapWords(text, random);
  case 8: return copyLine(text, random);
  case 9: return random() % 4 ? changeNumber(text, random) : nest(text, random);
  default: return changeNumber(text, random);
  }
}

// ---- bytecode ----

/// One to nine bytes: a varint's first byte says in its low bits how many follow.
static void writeNumber(std::string &bytes, Random &random) {
  std::string number;
  switch (below(random, 5)) {
  case 0: number = std::string(1 + below(random, 9), '\xff'); break;
  case 1: number = std::string(1 + below(random, 9), '\0'); break;
  case 2: number = std::string(1, '\0') + std::string(8, char(random())); break;
  case 3: number = std::string(1, char(random() | 1)); break;
  default:
    for (uint64_t i = 1 + below(random, 9); i > 0; --i)
      number += char(random());
  }
  size_t at = below(random, bytes.size() + 1);
  bytes.replace(at, random() % 4 ? number.size() : 0, number);
}

void mutateBytecode(std::string &bytes, const std::string &donor, Random &random) {
  switch (below(random, 8)) {
  case 0: return cut(bytes, random);
  case 1: return drop(bytes, random);
  case 2: return splice(bytes, donor, random);
  case 3:
  case 4: return flip(bytes, random);
  case 5:
    if (!bytes.empty())
      bytes[below(random, bytes.size())] = char(below(random, 32)); // another index, odd: one byte
    return;
  default: return writeNumber(bytes, random);
  }
}

} // namespace qopt::test
