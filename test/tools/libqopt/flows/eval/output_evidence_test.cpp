// Tests what the end of a network says of its output.
#include "tools/libqopt/flows/eval/output_evidence.h"

#include "ir/values/keys.h"
#include "tools/libqopt/qopt_mlir.h"

#include <gtest/gtest.h>

using namespace qopt;
using run::Evidence;

namespace {

constexpr const char *types = R"(
!x = tensor<?x20xf32, #nn.dims<N>>
!s = tensor<?x5x20xf32, #nn.dims<N>>
!i = tensor<?x20x4x4xf32, #nn.dims<N>>
!one = tensor<?x1xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}, %s: !s {nn.name = "s"}, %i: !i {nn.name = "i"}) -> )";

constexpr const char *constants = R"(
  %w = nn.constant {nn.name = "w"} dense<0.5> : tensor<20x20xf32>
  %b = nn.constant {nn.name = "b"} dense<0.5> : tensor<20xf32>
  %k = nn.constant {nn.name = "k"} dense<0.5> : tensor<20x20x1x1xf32>
  %narrow = nn.constant {nn.name = "narrow"} dense<0.5> : tensor<20x4xf32>
)";

struct Ended {
  std::shared_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
  mlir::Value output;

  Ended(const std::string &type, const std::string &body) {
    auto parsed = parseModule(
        *context, types + type + " {" + constants + body + "  return %y : " + type + "\n}\n",
        Origin::Trusted);
    EXPECT_TRUE(parsed.ok()) << parsed.status().message();
    if (!parsed.ok())
      return;
    module = std::move(*parsed);
    output = nn::entryOf(*module).front().getTerminator()->getOperand(0);
  }
};

Evidence evidence(const std::string &body, const std::string &type = "!x") {
  Ended ended(type, body);
  return ended.output ? run::evidenceOf(ended.output) : Evidence::Unknown;
}

constexpr const char *product =
    "  %a = nn.matmul %x, %w {nn.name = \"a\"} : (!x, tensor<20x20xf32>) -> !x\n";
constexpr const char *window =
    "  %a = nn.conv2d %i, %k {nn.name = \"a\"} : (!i, tensor<20x20x1x1xf32>) -> !i\n";
constexpr const char *pooled =
    "  %y = nn.reduce_mean %m {axes = array<i64: 2>, nn.name = \"y\"} : (!i) -> tensor<?x20x4xf32, "
    "#nn.dims<N>>\n";

TEST(OutputEvidence, LayersAndProbabilitiesMakeScores) {
  EXPECT_EQ(evidence(std::string(product) + "  %y = nn.add %a, %b {nn.name = \"y\"} : (!x, "
                                            "tensor<20xf32>) -> !x\n"),
            Evidence::Scores);
  EXPECT_EQ(evidence("  %y = nn.softmax %x {axis = 1 : i64, nn.name = \"y\"} : (!x) -> !x\n"),
            Evidence::Scores);
  EXPECT_EQ(evidence("  %y = nn.sigmoid %x {nn.name = \"y\"} : (!x) -> !x\n"), Evidence::Scores);
}

TEST(OutputEvidence, NormsAndFunctionsMakeVectors) {
  EXPECT_EQ(evidence(std::string(product) + "  %y = nn.tanh %a {nn.name = \"y\"} : (!x) -> !x\n"),
            Evidence::Vectors);
  EXPECT_EQ(evidence(std::string(product) + "  %y = nn.relu %a {nn.name = \"y\"} : (!x) -> !x\n"),
            Evidence::Vectors);
  EXPECT_EQ(
      evidence(std::string(product) +
               "  %l = nn.reduce_l2 %a {axes = array<i64: 1>, keep_dims, nn.name = \"l\"} : (!x) "
               "-> !one\n"
               "  %y = nn.div %a, %l {nn.name = \"y\"} : (!x, !one) -> !x\n"),
      Evidence::Vectors);
  // x·sigmoid(x)
  EXPECT_EQ(evidence(std::string(product) +
                     "  %g = nn.sigmoid %a {nn.name = \"g\"} : (!x) -> !x\n"
                     "  %y = nn.mul %a, %g {nn.name = \"y\"} : (!x, !x) -> !x\n"),
            Evidence::Vectors);
}

// A sum of scores, and scores that all have one factor, are scores of something perhaps; behind a
// pool a sum of layers is what extractors end in, and a relu behind a layer ends both.
TEST(OutputEvidence, SumsAndPoolsAreWhatTheyAreOf) {
  EXPECT_EQ(evidence(std::string(product) + "  %y = nn.add %a, %x {nn.name = \"y\"} : (!x, !x) -> "
                                            "!x\n"),
            Evidence::Unknown);
  const std::string type = "tensor<?x20x4xf32, #nn.dims<N>>";
  EXPECT_EQ(evidence(std::string(window) +
                         "  %m = nn.add %a, %i {nn.name = \"m\"} : (!i, !i) -> "
                         "!i\n" +
                         pooled,
                     type),
            Evidence::Vectors);
  EXPECT_EQ(
      evidence(std::string(window) + "  %m = nn.relu %a {nn.name = \"m\"} : (!i) -> !i\n" + pooled,
               type),
      Evidence::Unknown);
  EXPECT_EQ(evidence(std::string(window) + "  %n = nn.relu %a {nn.name = \"n\"} : (!i) -> !i\n" +
                         "  %m = nn.conv2d %n, %k {nn.name = \"m\"} : (!i, "
                         "tensor<20x20x1x1xf32>) -> !i\n" +
                         pooled,
                     type),
            Evidence::Scores);
}

TEST(OutputEvidence, AnArgumentSaysNothing) {
  EXPECT_EQ(evidence("  %y = nn.neg %x {nn.name = \"y\"} : (!x) -> !x\n"), Evidence::Unknown);
}

bool steps(const std::string &body, const std::string &type = "!s") {
  Ended ended(type, body);
  return ended.output && run::tellsSteps(ended.output);
}

TEST(OutputEvidence, StepsHaveScoresAlongTheLastDimension) {
  EXPECT_TRUE(steps("  %y = nn.softmax %s {axis = 2 : i64, nn.name = \"y\"} : (!s) -> !s\n"));
  EXPECT_FALSE(steps("  %y = nn.softmax %s {axis = 1 : i64, nn.name = \"y\"} : (!s) -> !s\n"));
  EXPECT_TRUE(steps("  %a = nn.matmul %s, %w {nn.name = \"a\"} : (!s, tensor<20x20xf32>) -> !s\n"
                    "  %y = nn.add %a, %b {nn.name = \"y\"} : (!s, tensor<20xf32>) -> !s\n"));
  EXPECT_FALSE(steps("  %y = nn.tanh %s {nn.name = \"y\"} : (!s) -> !s\n"));
  // Four numbers a place are a box.
  EXPECT_FALSE(steps("  %y = nn.matmul %s, %narrow {nn.name = \"y\"} : (!s, tensor<20x4xf32>) -> "
                     "tensor<?x5x4xf32, #nn.dims<N>>\n",
                     "tensor<?x5x4xf32, #nn.dims<N>>"));
}

} // namespace
