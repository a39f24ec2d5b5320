// Networks beside each other, and labels.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/evaluate/evaluate.h"

using namespace qopt;

namespace {

/// Returns the classes that the network answers by itself.
std::vector<int64_t> answers(const Noise &noise) {
  auto model = network().compile("host");
  std::vector<int64_t> classes;
  auto iterator = noise.begin();
  for (int64_t i = 0; i < noise.count(); ++i) {
    const Tensor row = iterator->next()->at("x");
    const auto outputs = *(*model)->run({row.reshaped({1, 16})});
    const auto scores = outputs[0].values<float>();
    classes.push_back(std::max_element(scores.begin(), scores.end()) - scores.begin());
  }
  return classes;
}

TEST(EvaluateFlow, CountsRightAnswersAndFlips) {
  auto noise = std::make_shared<Noise>(40);
  EvaluateOptions options;
  options.samples = noise;
  options.labels = answers(*noise);
  for (size_t i = 0; i < 10; ++i)
    options.labels[i] = (options.labels[i] + 1) % 4;
  options.gates.maxFlips = 0;
  const Network one = network();
  auto result = evaluate(one, {{&one, "same"}}, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->against.rightAnswers->right, 30);
  EXPECT_EQ(result->how.samples, 40);
  ASSERT_EQ(result->networks.size(), 1u);
  EXPECT_EQ(result->networks[0].rightAnswers->right, 30);
  EXPECT_EQ(result->networks[0].loss->mostFlips()->paired.flips, 0);
  EXPECT_EQ(decibels(result->networks[0].loss->worst().sqnr), "exact");
  EXPECT_TRUE(result->networks[0].broken.empty());
}

TEST(EvaluateFlow, TellsTheCommandThatDoesTheSame) {
  EvaluateOptions options;
  options.samples = std::make_shared<Noise>(40);
  options.selection.every = 2;
  options.selection.others = true;
  options.selection.most = 10;
  options.batch = 5;
  options.preprocessed = true;
  options.gates = {std::nullopt, 10.5, 3};
  options.outputs = {"b"};
  options.device = "host:1";
  options.compile.floatOrder = qrt::FloatOrder::Direct;
  Network other = network();
  ASSERT_TRUE(other.runPasses("quantize-weights{bits=4 minimum-size=1}").ok());
  auto result = evaluate(network(), {{&other, "other.mlirbc"}}, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->commands.at(0),
            "qrun eval other.mlirbc --against=float.mlirbc --data=samples.npz --but-every=2 "
            "--first=10 --batch=5 --preprocessed --output-name=b --max-flips=3 --min-sqnr=10.5 "
            "--device=host:1 --float-order=direct");
  EXPECT_EQ(result->next.at(0),
            "qrun compare float.mlirbc other.mlirbc --data=samples.npz --but-every=2 --first=10 "
            "--preprocessed --device=host:1 --float-order=direct --sort=error");
}

TEST(EvaluateFlow, NamesWhatIsWrong) {
  EvaluateOptions options;
  const Network one = network();
  EXPECT_NE(evaluate(one, {}, options).status().message().find("needs samples"), std::string::npos);
  options.samples = std::make_shared<Noise>(40);
  options.labels = {1};
  EXPECT_EQ(evaluate(one, {}, options).status().message(),
            "labels: there are 1 labels for 40 samples; give each sample its label, in the "
            "samples' order");
}

TEST(EvaluateFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(40);
  const Network one = network();
  EvaluateOptions options;
  options.samples = noise;
  options.batch = 8;
  expectEndsWhereAsked(options, 5, [&](const EvaluateOptions &of) {
    auto result = evaluate(one, {{&one, "same.mlirbc"}}, of);
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

} // namespace
