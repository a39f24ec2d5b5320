#include "passes/calibrate/tables/aimet.h"

#include <gtest/gtest.h>

namespace qopt::test {
namespace {

std::string entry(const std::string &bits, const std::string &symmetric, const std::string &min,
                  const std::string &max) {
  return "{\"bitwidth\": " + bits + ", \"dtype\": \"int\", \"is_symmetric\": " + symmetric +
         ", \"max\": " + max + ", \"min\": " + min + ", \"offset\": 0, \"scale\": 1}";
}

std::string encodings(const std::string &activations, const std::string &params = "",
                      const std::string &version = "0.6.1") {
  return "{\"activation_encodings\": {" + activations + "}, \"param_encodings\": {" + params +
         "}, \"version\": \"" + version + "\"}";
}

TEST(AimetEncodings, RangesAreMinAndMax) {
  auto read = readAimetEncodings(
      encodings("\"a\": [" + entry("8", "\"False\"", "-1.5", "2.25") + "], \"b\": [" +
                    entry("16", "\"True\"", "-64", "63.5") + "], \"c\": [" +
                    entry("8", "true", "0", "3") + "], \"d\": [" + entry("8", "false", "-1", "1") +
                    ", " + entry("8", "false", "-0.5", "4") + "]",
                "\"w\": [" + entry("8", "\"True\"", "-128", "127") + ", " +
                    entry("4", "\"True\"", "-8", "7") + "]"));
  ASSERT_TRUE(read.ok()) << read.status().message();
  const std::map<std::string, Range> expected = {
      {"a", {-1.5, 2.25}}, {"b", {-63.5, 63.5}}, {"c", {0, 3}}, {"d", {-1, 4}}};
  EXPECT_EQ(read->calibration.ranges, expected);
  EXPECT_EQ(read->weights.at("w"), (std::vector<double>{127, 7}));
  ASSERT_EQ(read->warnings.size(), 1u);
  EXPECT_EQ(read->warnings[0], "1 of the encodings ('b') have 16 bits: only their ranges are used; "
                               "--insert-quant=bits=16 or a policy makes layers of 16 bits");
}

// Version 1.0.0: lists with the tensor's name in each entry, steps in the place of min and max.
std::string listed(const std::string &name, const std::string &scales, const std::string &offsets,
                   const std::string &more) {
  return "{\"name\": \"" + name + "\", \"scale\": [" + scales + "], \"offset\": [" + offsets +
         "], " + more + "}";
}

std::string lists(const std::string &activations, const std::string &params = "") {
  return "{\"version\": \"1.0.0\", \"activation_encodings\": [" + activations +
         "], \"param_encodings\": [" + params + "]}";
}

TEST(AimetEncodings, ListsHaveStepsForRanges) {
  const std::string eight = R"("dtype": "INT", "enc_type": "PER_TENSOR", "bw": 8, )";
  auto read = readAimetEncodings(lists(
      listed("a", "0.5", "-128", eight + R"("is_sym": false)") + ", " +
          listed("b", "0.25", "0", eight + R"("is_sym": false)") + ", " +
          listed("c", "0.5", "-128", eight + R"("is_sym": true)") + ", " +
          listed("d", "1", "0", R"("dtype": "FLOAT", "enc_type": "PER_TENSOR", "bw": 16)"),
      listed("w", "0.5, 1", "-128, -128",
             R"("dtype": "INT", "enc_type": "PER_CHANNEL", "bw": 8, "is_sym": true)") +
          ", " + listed("v", "1", "-8", R"("dtype": "INT", "enc_type": "PER_BLOCK", "bw": 4)")));
  ASSERT_TRUE(read.ok()) << read.status().message();
  const std::map<std::string, Range> expected = {
      {"a", {-64, 63.5}}, {"b", {0, 63.75}}, {"c", {-63.5, 63.5}}};
  EXPECT_EQ(read->calibration.ranges, expected);
  EXPECT_EQ(read->weights.at("w"), (std::vector<double>{63.5, 127}));
  EXPECT_FALSE(read->weights.contains("v"));
  ASSERT_EQ(read->warnings.size(), 1u);
  EXPECT_NE(read->warnings[0].find("1 of the encodings ('d') are not encoded as integers"),
            std::string::npos);
}

TEST(AimetEncodings, ListsSayWhatIsWrong) {
  const std::string eight = R"("dtype": "INT", "enc_type": "PER_TENSOR", "bw": 8)";
  auto why = [](const std::string &text) { return readAimetEncodings(text).status().message(); };
  EXPECT_EQ(why(lists("3")), "an entry of \"activation_encodings\" has no name");
  EXPECT_EQ(why(lists(listed("a", "1", "0, 1", eight))),
            "the encoding of 'a' has no scales and as many offsets");
  EXPECT_EQ(why(lists(listed("a", "0", "0", eight))),
            "the encoding of 'a' has no scale above 0 with an offset");
  EXPECT_EQ(why(R"({"version": "1.0.0", "activation_encodings": {}})"),
            "\"activation_encodings\" is no list");
}

TEST(AimetEncodings, WhatIsNoIntegerIsLeftOut) {
  auto read =
      readAimetEncodings(encodings("\"a\": [{\"bitwidth\": 16, \"dtype\": \"float\"}], \"b\": [" +
                                   entry("32", "\"False\"", "0", "1") + "], \"c\": [" +
                                   entry("8", "\"False\"", "0", "1") + "]"));
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->calibration.ranges.size(), 1u);
  ASSERT_EQ(read->warnings.size(), 1u);
  EXPECT_NE(read->warnings[0].find("2 of the encodings ("), std::string::npos);
  EXPECT_NE(read->warnings[0].find("a policy with \"precision\": \"float\""), std::string::npos);
}

// By hand: scale = extent / 255 or threshold / 127, offset = round(min / scale) or −128.
TEST(AimetEncodings, AreWritten) {
  auto textOf = [](nn::Scheme scheme, unsigned bits, Range range) {
    Table table;
    table.calibration.settings.scheme = scheme;
    table.calibration.settings.bits = bits;
    table.calibration.ranges = {{"t", range}};
    std::string text;
    llvm::raw_string_ostream stream(text);
    EXPECT_TRUE(writeAimetEncodings(stream, table).ok());
    llvm::StringRef all = text;
    std::string words;
    for (char c : all.slice(all.find('[') + 1, all.find(']')))
      if (c != ' ' && c != '\n')
        words += c;
    return words;
  };
  const std::string head = "{\"bitwidth\":8,\"dtype\":\"int\",\"is_symmetric\":";
  EXPECT_EQ(textOf(nn::Scheme::Affine, 8, {-32, 95.5}),
            head + "\"False\",\"max\":95.5,\"min\":-32,\"offset\":-64,\"scale\":0.5}");
  EXPECT_EQ(textOf(nn::Scheme::Signs, 8, {0, 127.5}),
            head + "\"False\",\"max\":127.5,\"min\":0,\"offset\":0,\"scale\":0.5}");
  EXPECT_EQ(textOf(nn::Scheme::Signs, 8, {-63.5, 10}),
            head + "\"True\",\"max\":63.5,\"min\":-64,\"offset\":-128,\"scale\":0.5}");
  EXPECT_EQ(textOf(nn::Scheme::Signed, 16, {0, 32767}),
            "{\"bitwidth\":16,\"dtype\":\"int\",\"is_symmetric\":\"True\",\"max\":32767,"
            "\"min\":-32768,\"offset\":-32768,\"scale\":1}");
}

TEST(AimetEncodings, ComeBack) {
  Table table;
  table.calibration.ranges = {{"a", {0, 1e300}}};
  EXPECT_EQ(writeAimetEncodings(llvm::nulls(), table).message(),
            "the range of 'a' has no f32 scale");
  table.calibration.ranges = {{"a", {-63.5, 63.5}}, {"b", {0, 127.5}}};
  table.weights = {{"w", {127, 31.75}}};
  std::string text;
  llvm::raw_string_ostream stream(text);
  ASSERT_TRUE(writeAimetEncodings(stream, table).ok());
  EXPECT_TRUE(isAimetEncodings(text));
  auto read = readAimetEncodings(text);
  ASSERT_TRUE(read.ok()) << read.status().message();
  EXPECT_EQ(read->calibration.ranges, table.calibration.ranges);
  EXPECT_EQ(read->weights, table.weights);
}

TEST(AimetEncodings, SaysWhatIsWrong) {
  auto wrong = [](const std::string &text) { return readAimetEncodings(text).status().message(); };
  EXPECT_EQ(wrong(encodings("", "", "2.0.0")),
            "AIMET's encodings are of version 2.0.0, and 0.4 to 0.6.1 and 1.0.0 are read");
  EXPECT_EQ(wrong("{\"activation_encodings\": {}}"),
            "AIMET's encodings are of version none, and 0.4 to 0.6.1 and 1.0.0 are read");
  EXPECT_EQ(wrong(encodings("", "", "1.0.0")), "\"activation_encodings\" is no list");
  EXPECT_EQ(wrong("{\"activation_encodings\": [], \"version\": \"0.4\"}"),
            "\"activation_encodings\" is no object");
  EXPECT_EQ(wrong(encodings("\"conv1\": {\"output\": {}}")),
            "the encodings of 'conv1' are no list; of AIMET's forms the one by tensors, as for "
            "ONNX, is read");
  EXPECT_EQ(wrong(encodings("\"a\": [1]")), "an encoding of 'a' is no object");
  const std::string order = "an encoding of 'a' has no min and max, finite numbers in order";
  EXPECT_EQ(wrong(encodings("\"a\": [" + entry("8", "false", "1", "0") + "]")), order);
  EXPECT_EQ(wrong(encodings("\"a\": [" + entry("8", "false", "0", "1e999") + "]")), order);
  EXPECT_EQ(wrong(encodings("\"a\": [{\"bitwidth\": 8}]")), order);
  EXPECT_EQ(wrong(std::string(100, '[')), "no encodings: it nests more than 64 levels");
}

TEST(AimetEncodings, AreKnownByAMember) {
  EXPECT_TRUE(isAimetEncodings(" {\"version\": \"1\", \"activation_encodings\" : []"));
  EXPECT_FALSE(isAimetEncodings("{\"ranges\": {\"activation_encodings\": [0, 1]}}"));
  EXPECT_FALSE(isAimetEncodings("{\"a\": \"\\\"activation_encodings\\\": 1\"}"));
  EXPECT_FALSE(isAimetEncodings("{\"a\": \"activation_encodings\"}"));
}

} // namespace
} // namespace qopt::test
