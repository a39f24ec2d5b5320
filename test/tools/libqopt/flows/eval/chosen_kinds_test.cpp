// Outputs are judged as what they are: classes, steps of a sequence, an embedding, or values alone.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/evaluate/evaluate.h"

using namespace qopt;

namespace {

std::string ramp(int rows, int columns) {
  std::string text = "dense<[";
  for (int y = 0; y < rows; ++y) {
    text += y ? ",[" : "[";
    for (int x = 0; x < columns; ++x)
      text += (x ? "," : "") + std::to_string(((7 * y + 11 * x) % 13 - 6) / 8.0);
    text += "]";
  }
  return text + "]> : tensor<" + std::to_string(rows) + "x" + std::to_string(columns) + "xf32>";
}

Network parsed(const std::string &text) {
  auto made = Network::parse(text);
  EXPECT_TRUE(made.ok()) << made.status().message();
  return std::move(*made);
}

/// 24 numbers behind a layer and the function `end`.
Network ending(const std::string &end) {
  return parsed(R"(
!x = tensor<?x16xf32, #nn.dims<N>>
!y = tensor<?x24xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %w = nn.constant {nn.name = "w"} )" +
                ramp(16, 24) + R"(
  %a = nn.matmul %x, %w {nn.name = "a"} : (!x, tensor<16x24xf32>) -> !y
  %y = nn.)" + end +
                R"( %a {nn.name = "y"} : (!y) -> !y
  return %y : !y
})");
}

/// Scores of 24 classes for each of 4 steps.
Network recognizer() {
  return parsed(R"(
!x = tensor<?x16xf32, #nn.dims<N>>
!s = tensor<?x4x4xf32, #nn.dims<N>>
!y = tensor<?x4x24xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %s = nn.reshape %x {nn.name = "s"} : (!x) -> !s
  %w = nn.constant {nn.name = "w"} )" +
                ramp(4, 24) + R"(
  %y = nn.matmul %s, %w {nn.name = "y"} : (!s, tensor<4x24xf32>) -> !y
  return %y : !y
})");
}

/// The network beside itself with weights of four bits.
EvaluateResult judged(const Network &network, const EvaluateOptions &given = {}) {
  EvaluateOptions options = given;
  options.samples = std::make_shared<Noise>(60);
  Network other = network.clone();
  EXPECT_TRUE(other.runPasses("quantize-weights{bits=4 minimum-size=1}").ok());
  auto result = evaluate(network, {{&other, "other.mlirbc"}}, options);
  EXPECT_TRUE(result.ok()) << result.status().message();
  return result.ok() ? std::move(*result) : EvaluateResult();
}

bool says(const EvaluateResult &result, const std::string &text) {
  return std::ranges::any_of(result.remarks, [&](const Remark &remark) {
    return remark.text.find(text) != std::string::npos;
  });
}

const OutputLoss &lossOf(const EvaluateResult &result) {
  return result.networks.at(0).loss->worst();
}

TEST(ChosenKinds, AVectorHasCosinesAndNeighboursAndNoFlips) {
  const EvaluateResult result = judged(ending("tanh"));
  const OutputLoss &loss = lossOf(result);
  EXPECT_FALSE(loss.hasClasses());
  ASSERT_TRUE(loss.likeness);
  EXPECT_EQ(loss.likeness->samples, 60);
  EXPECT_EQ(loss.likeness->neighbours, 60);
  EXPECT_LT(loss.likeness->leastCosine, loss.likeness->meanCosine);
  EXPECT_GT(loss.likeness->meanCosine, 0.9);
  EXPECT_LT(loss.likeness->meanCosine, 1);
  EXPECT_TRUE(result.how.hasEmbeddings);
  EXPECT_FALSE(result.how.tellsClasses);
  EXPECT_TRUE(says(result, "output 'y' is judged as an embedding"));
}

TEST(ChosenKinds, WhatALayerEndsTellsClasses) {
  const EvaluateResult result = judged(ending("neg"));
  EXPECT_EQ(lossOf(result).paired.samples, 60);
  EXPECT_FALSE(lossOf(result).likeness);
  EXPECT_FALSE(says(result, "embedding"));
}

TEST(ChosenKinds, WhatTheUserStatesWins) {
  EvaluateOptions options;
  options.judge = "classes";
  EXPECT_EQ(lossOf(judged(ending("tanh"), options)).paired.samples, 60);
  options.judge = "embedding";
  EXPECT_TRUE(lossOf(judged(ending("neg"), options)).likeness);
  options.judge = "values";
  const EvaluateResult values = judged(ending("neg"), options);
  EXPECT_FALSE(lossOf(values).hasClasses() || lossOf(values).likeness);
  EXPECT_TRUE(lossOf(values).sqnr);
  EXPECT_NE(values.commands.at(0).find("--judge=values"), std::string::npos);
}

TEST(ChosenKinds, LabelsAndBoundsOnFlipsSayThatThereAreClasses) {
  EvaluateOptions options;
  options.labels = std::vector<int64_t>(60, 3);
  EXPECT_EQ(lossOf(judged(ending("tanh"), options)).paired.samples, 60);
  options.labels.clear();
  options.gates.maxFlips = 60;
  EXPECT_EQ(lossOf(judged(ending("tanh"), options)).paired.samples, 60);
}

TEST(ChosenKinds, CosinesHaveABound) {
  EvaluateOptions options;
  options.gates.minCosine = 0.999999;
  const std::vector<std::string> broken = judged(ending("tanh"), options).networks.at(0).broken;
  ASSERT_EQ(broken.size(), 1u);
  EXPECT_NE(broken[0].find("the least cosine of a sample in output 'y' is 0.9"), std::string::npos)
      << broken[0];
  options.gates.minCosine = 0.5;
  EXPECT_TRUE(judged(ending("tanh"), options).networks.at(0).broken.empty());
  EXPECT_NE(judged(ending("neg"), options).networks.at(0).broken.at(0).find("--judge=embedding"),
            std::string::npos);
}

TEST(ChosenKinds, OfSequencesStepsFlip) {
  const OutputLoss loss = lossOf(judged(recognizer()));
  EXPECT_TRUE(loss.areSteps);
  EXPECT_EQ(loss.paired.samples, 60 * 4);
  EXPECT_GT(loss.paired.flips, 0);
  EXPECT_EQ(flips(loss), std::to_string(loss.paired.flips) + " of 240 steps");
  Gates gates;
  gates.maxFlips = 0;
  const EvaluateResult result = judged(recognizer());
  EXPECT_NE(gates.broken(*result.networks.at(0).loss).at(0).find("of the 240 steps flip"),
            std::string::npos);
}

// One label a sample says nothing of steps.
TEST(ChosenKinds, LabelsAreNotOfSteps) {
  EvaluateOptions options;
  options.labels = std::vector<int64_t>(60, 3);
  const EvaluateResult result = judged(recognizer(), options);
  EXPECT_FALSE(result.how.isLabelled);
  EXPECT_TRUE(says(result, "its labels are not used"));
}

// Figures are of samples, whatever the batches are.
TEST(ChosenKinds, BatchesLeaveNoTrace) {
  EvaluateOptions options;
  options.compile.floatOrder = qrt::FloatOrder::Invariant;
  const OutputLoss whole = lossOf(judged(ending("tanh"), options));
  for (int64_t batch : {1, 7, 60}) {
    options.batch = batch;
    const OutputLoss parted = lossOf(judged(ending("tanh"), options));
    EXPECT_EQ(parted.sqnr, whole.sqnr) << batch;
    EXPECT_EQ(parted.likeness->meanCosine, whole.likeness->meanCosine) << batch;
    EXPECT_EQ(parted.likeness->leastCosine, whole.likeness->leastCosine) << batch;
    EXPECT_EQ(parted.likeness->moved, whole.likeness->moved) << batch;
  }
}

TEST(ChosenKinds, NamesWhatIsWrong) {
  EvaluateOptions options;
  options.samples = std::make_shared<Noise>(40);
  options.judge = "scores";
  const Network one = ending("tanh");
  EXPECT_EQ(evaluate(one, {}, options).status().message(),
            "--judge=scores: outputs are judged as classes, embedding and values");
  options.judge = "values";
  options.gates.maxFlips = 3;
  EXPECT_NE(evaluate(one, {{&one, "same"}}, options).status().message().find("are of classes"),
            std::string::npos);
}

} // namespace
