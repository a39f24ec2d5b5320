#include "test/fuzz/caffe_mutations.h"

#include <algorithm>
#include <cctype>
#include <vector>

namespace qopt::test {

const char *const caffeWords[16] = {"Convolution", "Pooling",   "InnerProduct", "Scale",
                                    "Slice",       "Concat",    "Reshape",      "ArgMax",
                                    "LSTM",        "RNN",       "MOE",          "Input",
                                    "DummyData",   "Parameter", "Silence",      "SoftmaxWithLoss"};

// ---- tokens ----

namespace {
struct Token {
  enum Kind { Word, Number, String, Mark } kind;
  size_t begin, end;
};
} // namespace

static std::vector<Token> tokensOf(const std::string &text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    auto c = static_cast<unsigned char>(text[at]);
    auto isWord = [](unsigned char one) { return std::isalnum(one) || one == '_' || one == '.'; };
    size_t end = at + 1;
    if (std::isspace(c)) {
      at = end;
      continue;
    }
    Token::Kind kind = Token::Mark;
    if (c == '\'' || c == '"') {
      kind = Token::String;
      end = std::min(text.find(char(c), end), text.size() - 1) + 1;
    } else if (isWord(c) || (c == '-' && end < text.size() && isWord(text[end]))) {
      bool isNumber = std::isdigit(c) || c == '-';
      kind = isNumber ? Token::Number : Token::Word;
      while (end < text.size() && isWord(static_cast<unsigned char>(text[end])))
        ++end;
    }
    tokens.push_back({kind, at, end});
    at = end;
  }
  return tokens;
}

// One of a kind; none where there is none.
static const Token *oneOf(const std::vector<Token> &tokens, Token::Kind kind, Random &random) {
  std::vector<const Token *> all;
  for (const Token &token : tokens)
    if (token.kind == kind)
      all.push_back(&token);
  return all.empty() ? nullptr : all[below(random, all.size())];
}

static std::string textOf(const std::string &text, const Token &token) {
  return text.substr(token.begin, token.end - token.begin);
}

static void replace(std::string &text, const Token &token, const std::string &by) {
  text.replace(token.begin, token.end - token.begin, by);
}

// ---- changes ----

static std::string number(Random &random, const std::string &old) {
  static constexpr const char *extremes[] = {"0",
                                             "1",
                                             "-1",
                                             "2",
                                             "-2",
                                             "3",
                                             "7",
                                             "64",
                                             "255",
                                             "1024",
                                             "1025",
                                             "65536",
                                             "16777216",
                                             "2147483647",
                                             "2147483648",
                                             "-2147483648",
                                             "4294967296",
                                             "1099511627776",
                                             "9223372036854775807",
                                             "-9223372036854775808",
                                             "18446744073709551616",
                                             "99999999999999999999999",
                                             "0x7fffffff",
                                             "017",
                                             "1e38",
                                             "1e-45",
                                             "1e400",
                                             "nan",
                                             "-inf",
                                             "inf",
                                             "0.5",
                                             "1.5"};
  return random() % 8 == 0 ? old + std::to_string(below(random, 10)) : pick(random, extremes);
}

static std::string word(Random &random) {
  static constexpr const char *words[] = {
      "layer",       "layers", "input",     "input_shape", "input_dim",      "dim",
      "bottom",      "top",    "name",      "type",        "include",        "phase",
      "TEST",        "TRAIN",  "stage",     "axis",        "num_axes",       "kernel_size",
      "kernel_h",    "stride", "pad",       "dilation",    "group",          "MAX",
      "AVE",         "SUM",    "true",      "false",       "num_output",     "bias_term",
      "blobs",       "shape",  "moe_param", "frobnicate",  "param",          "expert_net",
      "CONVOLUTION", "RELU",   "top_k",     "slice_point", "transform_param"};
  return pick(random, words);
}

// A field that its layer, or the network, may have.
static std::string field(Random &random) {
  static constexpr const char *fields[] = {
      "top: 'extra'",
      "bottom: 'x0'",
      "include { phase: TRAIN }",
      "exclude { phase: TEST }",
      "include { stage: 'deploy' min_level: 1 }",
      "param { name: 'shared' }",
      "phase: TRAIN",
      "input: 'more' input_shape { dim: 2 dim: 2147483647 }",
      "input_dim: 3",
      "loss_weight: 1",
      "blobs { shape { dim: 1 } data: 1 }",
      "convolution_param { kernel_size: [2, 3] stride: 70000 pad: 99999 axis: 1 }",
      "pooling_param { global_pooling: true }",
      "recurrent_param { num_output: 1048576 expose_hidden: true }",
      "unknown_param { a: 1 b { c: 'd' } }",
      "reshape_param { shape { dim: -1 dim: 0 } }",
      "tile_param { tiles: 1048576 }",
      "prior_box_param { min_size: 1e9 step: 1e-30 }",
      "state { phase: TRAIN level: -9 stage: 'deploy' }"};
  return std::string(" ") + pick(random, fields) + " ";
}

// From a '{' to its '}', with the word before it.
static std::pair<size_t, size_t> blockOf(const std::string &text, const std::vector<Token> &tokens,
                                         Random &random) {
  std::vector<size_t> opening;
  for (size_t i = 1; i < tokens.size(); ++i)
    if (text[tokens[i].begin] == '{' && tokens[i - 1].kind == Token::Word)
      opening.push_back(i);
  if (opening.empty())
    return {0, 0};
  size_t first = opening[below(random, opening.size())];
  int64_t depth = 0;
  for (size_t i = first; i < tokens.size(); ++i) {
    depth += text[tokens[i].begin] == '{' ? 1 : text[tokens[i].begin] == '}' ? -1 : 0;
    if (depth == 0)
      return {tokens[first - 1].begin, tokens[i].end};
  }
  return {tokens[first - 1].begin, text.size()};
}

static void changeBlock(std::string &text, const std::string &donor, Random &random) {
  auto [begin, end] = blockOf(text, tokensOf(text), random);
  std::string block = text.substr(begin, end - begin);
  switch (below(random, 5)) {
  case 0: text.erase(begin, end - begin); return;
  case 1: // several of one
    for (uint64_t i = 1 + below(random, random() % 8 ? 3 : 300); i > 0; --i)
      text.insert(begin, block + " ");
    return;
  case 2: { // within itself
    size_t at = block.find('{');
    for (uint64_t i = uint64_t(1) << below(random, 12); i > 0 && at != std::string::npos; --i)
      text.insert(begin, block.substr(0, at + 1));
    return;
  }
  case 3: { // another's in its place
    auto [from, to] = blockOf(donor, tokensOf(donor), random);
    text.replace(begin, end - begin, donor.substr(from, to - from));
    return;
  }
  default: // elsewhere
    text.erase(begin, end - begin);
    text.insert(below(random, text.size() + 1), " " + block + " ");
  }
}

static void changeString(std::string &text, const std::vector<Token> &tokens, Random &random) {
  const Token *token = oneOf(tokens, Token::String, random);
  const Token *other = oneOf(tokens, Token::String, random);
  if (!token)
    return;
  switch (below(random, 6)) {
  case 0: return replace(text, *token, "''");
  case 1: return replace(text, *token, std::string("'") + pick(random, caffeWords) + "'");
  case 2: return replace(text, *token, "'\\377\\000\\n%s'");
  default: return replace(text, *token, textOf(text, *other));
  }
}

void mutateNet(std::string &text, const std::string &donor, Random &random) {
  std::vector<Token> tokens = tokensOf(text);
  if (tokens.empty())
    return;
  const Token &any = tokens[below(random, tokens.size())];
  switch (below(random, 14)) {
  case 0: return replace(text, any, "");
  case 1: return replace(text, any, textOf(text, tokens[below(random, tokens.size())]));
  case 2: return (void)text.insert(any.end, " " + word(random) + " ");
  case 3: return (void)text.insert(any.begin, field(random));
  case 4:
  case 5: return changeBlock(text, donor, random);
  case 6:
  case 7: return changeString(text, tokens, random);
  case 8:
    if (const Token *one = oneOf(tokens, Token::Word, random))
      replace(text, *one, word(random));
    return;
  case 9:
    text[below(random, text.size())] ^= char(1 << below(random, 8));
    if (random() % 2)
      text.resize(below(random, text.size() + 1));
    return;
  default:
    if (const Token *one = oneOf(tokens, Token::Number, random))
      replace(text, *one, number(random, textOf(text, *one)));
  }
}

} // namespace qopt::test
