// A network is quantized by a call: told how far it is, ended in the middle, and on two threads.
#include "test/tools/libqopt/flows/flow_checks.h"
#include "tools/libqopt/flows/quantize/quantize.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <set>
#include <thread>

using namespace qopt;

namespace {

QuantizeOptions optionsFor(std::shared_ptr<const SampleSource> samples) {
  QuantizeOptions options;
  options.samples = std::move(samples);
  options.batch = 8;
  options.compile.floatOrder = qrt::FloatOrder::Invariant;
  return options;
}

TEST(QuantizeFlow, JudgesAndTellsSteps) {
  auto noise = std::make_shared<Noise>(100);
  QuantizeOptions options = optionsFor(noise);
  options.recipe.rounds = true; // four settings compete: two schemes, bias corrected or not
  options.recipe.calibrator = "mse";
  std::vector<std::string> open, commands;
  std::set<std::string> steps;
  int64_t mostShown = 0;
  options.hooks.onStep = [&](const FlowStep &step) {
    if (step.state == FlowStep::State::Begins)
      open.push_back(step.label);
    ASSERT_FALSE(open.empty());
    EXPECT_EQ(open.back(), step.label);
    steps.insert(step.label);
    if (step.label == "eval")
      mostShown = std::max(mostShown, step.done);
    if (step.state == FlowStep::State::Ends)
      open.pop_back();
  };
  options.hooks.onCommand = [&](const std::string &line) { commands.push_back(line); };
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(noise->alive, 0);
  EXPECT_TRUE(steps.count("compile model.onnx"));
  EXPECT_EQ(mostShown, 80); // four of five judge
  EXPECT_TRUE(result->isWithinGates);
  EXPECT_TRUE(steps.count("choose among settings"));
  EXPECT_EQ(result->contest.samples, 20); // of those that calibrate, all
  EXPECT_EQ(result->contest.settings.size(), 4u);
  EXPECT_EQ(result->tried[0].recipe, result->contest.chosen);
  EXPECT_EQ(result->contest.doubt.empty(),
            result->contest.settings[0].setting == result->contest.chosen);
  EXPECT_EQ(result->how.samples, 80);
  EXPECT_EQ(result->baseline.layers, 2);
  EXPECT_EQ(result->baseline.integerLayers, 0);
  EXPECT_FALSE(result->baseline.loss);
  ASSERT_EQ(result->tried.size(), 1u);
  EXPECT_EQ(result->tried[0].integerLayers, 2);
  EXPECT_GT(*result->tried[0].loss->worst().sqnr, 25);
  EXPECT_EQ(result->commands, commands);
  ASSERT_EQ(commands.size(), 5u);
  EXPECT_EQ(commands[4].substr(0, 28), "qrun eval model.int8.mlirbc ");
  auto integers = Network::parse(result->bytecode, Origin::Trusted);
  ASSERT_TRUE(integers.ok()) << integers.status().message();
  EXPECT_LT(integers->weightBytes(), network().weightBytes());
}

// The commands make what was made: each that runs something sums as the flow does.
TEST(QuantizeFlow, TellsWhatCounts) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(100));
  options.recipe.calibrator = "percentile";
  options.recipe.settings.percentile = 99.5;
  options.recipe.scheme = "mixed";
  options.recipe.rounds = options.recipe.correctsBias = true;
  options.outputs = {"b"};
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  const std::vector<std::string> &commands = result->commands;
  ASSERT_EQ(commands.size(), 5u);
  const std::string order = " --float-order=invariant";
  for (const std::string &command : {commands[1], commands[2], commands[4], result->next.at(0)})
    EXPECT_NE(command.find(order), std::string::npos) << command;
  EXPECT_NE(commands[2].find(" --calibrator=percentile --scheme=mixed --percentile=99.5"),
            std::string::npos)
      << commands[2];
  EXPECT_NE(commands[4].find(" --output-name=b"), std::string::npos) << commands[4];
}

TEST(QuantizeFlow, RefusesARecipeThatSaysNothing) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(100));
  auto expect = [&](const char *text) {
    const std::string message = quantize(network(), options).status().message();
    EXPECT_NE(message.find(text), std::string::npos) << message;
    options.recipe = {};
  };
  options.recipe.weightBits = 5;
  expect("expected 2, 3, 4, 7 or 8 bits of weights");
  options.recipe.settings.bits = 4;
  expect("8 or 16 bits");
  options.recipe.settings.bits = 16;
  expect("bits=16: quantize makes networks of 8 bits only");
  options.recipe.settings.percentile = 0;
  expect("from 50 to 100");
  options.recipe.settings.clipWeight = -1;
  expect("from 0.001 to 1000");
  options.recipe.settings.skipsZeros = true;
  expect("has no effect on the method auto");
  options.recipe.calibrator = "min-max", options.recipe.settings.percentile = 99;
  expect("percentile has no effect on the method min-max");
  options.recipe.calibrator = "entropy", options.recipe.settings.clipWeight = 3;
  expect("clip weight has no effect on the method entropy");
  options.recipe.mode = "dynamic", options.recipe.settings.percentile = 99;
  expect("percentile has no effect on dynamic ranges");
  options.recipe.weightBits8 = {"a"};
  expect("--weight-bits8 names exceptions from --weight-bits");
}

TEST(QuantizeFlow, SaysThatRangesOfARunAreOfItsBatch) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(100));
  options.recipe.mode = "dynamic";
  for (auto order : {qrt::FloatOrder::Invariant, qrt::FloatOrder::Fast}) {
    options.compile.floatOrder = order;
    auto result = quantize(network(), options);
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ(result->tried[0].integerLayers, 2); // they are of plain integers
    const auto told = llvm::count_if(result->remarks, [](const Remark &remark) {
      return remark.text.find("answers depend on what else is in the batch") != std::string::npos;
    });
    EXPECT_EQ(told, order == qrt::FloatOrder::Invariant); // who states the mode else knows
  }
}

// Nothing is left to choose, or nobody wants it: no samples are held back.
TEST(QuantizeFlow, ChoosesNothingWhereAllIsStated) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(100));
  options.contest.chooseSamples = 0;
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->contest.samples, 0);
  EXPECT_EQ(result->contest.chosen, "mixed, auto, rounded + bias corrected");
  EXPECT_EQ(result->tried[0].recipe, result->contest.chosen);
  options.contest = {};
  options.recipe.scheme = "affine";
  options.recipe.calibrator = "min-max";
  options.recipe.rounds = options.recipe.correctsBias = false;
  result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_TRUE(result->contest.settings.empty());
  EXPECT_EQ(result->contest.chosen, "affine, min-max");
  ASSERT_EQ(result->commands.size(), 4u);
  options.contest.chooseSeconds = -1;
  EXPECT_NE(quantize(network(), options).status().message().find("0 seconds or more"),
            std::string::npos);
}

// One sample tells nothing of others, and two tell hardly anything.
TEST(QuantizeFlow, LeavesTheSimplestOfFewSamples) {
  for (int64_t calibrating : {1, 2}) {
    auto result = quantize(network(), optionsFor(std::make_shared<Noise>(5 * calibrating)));
    ASSERT_TRUE(result.ok()) << result.status().message();
    EXPECT_EQ(result->contest.chosen, "mixed, min-max") << calibrating;
    EXPECT_EQ(result->contest.samples, calibrating == 1 ? 0 : 2);
  }
}

// A bound that does not hold: settings that came near are tried as they are, then layers stay
// float.
TEST(QuantizeFlow, TriesOtherSettingsFirst) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(60));
  options.gates.minSqnr = 200;
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  ASSERT_GE(result->tried.size(), 4u);
  for (size_t i : {0, 1, 2})
    EXPECT_TRUE(result->tried[i].floatLayers.empty());
  EXPECT_NE(result->tried[0].recipe, result->tried[1].recipe);
  // The best of them goes on, and its commands are told.
  const auto worst = [&](size_t i) { return result->tried[i].loss->worst().decibels(); };
  EXPECT_GE(worst(2), std::max(worst(0), worst(1)));
  EXPECT_EQ(result->tried[3].recipe, result->tried[2].recipe);
  EXPECT_EQ(
      llvm::count_if(result->commands,
                     [](const std::string &line) { return line.find("qrun calibrate") == 0; }),
      1);
}

// A bound that one float layer of two does not keep either.
TEST(QuantizeFlow, LeavesLayersFloat) {
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(60));
  options.gates.minSqnr = 200;
  auto result = quantize(network(), options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_FALSE(result->isWithinGates);
  EXPECT_TRUE(result->bytecode.empty());
  ASSERT_GT(result->tried.size(), 1u);
  EXPECT_EQ(result->tried.back().floatLayers.size(), 1u);
  EXPECT_NE(result->tried.back().broken.at(0).find("less than --min-sqnr=200"), std::string::npos);
}

// A norm that no convolution before it takes up becomes one on integers: it may stay float as
// others.
TEST(QuantizeFlow, TriesNormsAsFloatLayers) {
  auto net = Network::parse(R"(
!x = tensor<?x4x2x2xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %w = nn.constant {nn.name = "w"} dense<0.3> : tensor<4x4x1x1xf32>
  %g = nn.constant {nn.name = "g"} dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %z = nn.constant {nn.name = "z"} dense<0.1> : tensor<4xf32>
  %a = nn.conv2d %x, %w {nn.name = "a"} : (!x, tensor<4x4x1x1xf32>) -> !x
  %r = nn.relu %a {nn.name = "r"} : (!x) -> !x
  %n = nn.batch_norm %r, %g, %z, %z, %g {nn.name = "n", epsilon = 1.0e-5 : f32} : (!x, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> !x
  %b = nn.conv2d %n, %w {nn.name = "b"} : (!x, tensor<4x4x1x1xf32>) -> !x
  return %b : !x
})");
  ASSERT_TRUE(net.ok()) << net.status().message();
  auto noise = std::make_shared<Noise>(30);
  noise->shape = {4, 2, 2};
  QuantizeOptions options = optionsFor(noise);
  options.gates.minSqnr = 200; // what float layers alone keep
  auto result = quantize(*net, options);
  ASSERT_TRUE(result.ok()) << result.status().message();
  EXPECT_EQ(result->tried.front().integerLayers, 3);
  EXPECT_EQ(result->tried.back().floatLayers.size(), 2u); // of three, all of which are none
}

TEST(QuantizeFlow, EndsWhereItsCallerSaysSo) {
  auto noise = std::make_shared<Noise>(100);
  expectEndsWhereAsked(optionsFor(noise), 21, [&](const QuantizeOptions &options) {
    auto result = quantize(network(), options); // it asks before the batches of all steps
    EXPECT_EQ(noise->alive, 0);
    return result;
  });
}

// One network and one source, which nobody changes.
TEST(QuantizeFlow, IsTheSameOnTwoThreadsAtOnce) {
  const Network shared = network();
  const QuantizeOptions options = optionsFor(std::make_shared<Noise>(100));
  auto alone = quantize(shared, options);
  ASSERT_TRUE(alone.ok()) << alone.status().message();
  ASSERT_FALSE(alone->bytecode.empty());
  std::string made[2];
  {
    std::jthread first([&] { made[0] = quantize(shared, options)->bytecode; });
    std::jthread second([&] { made[1] = quantize(shared, options)->bytecode; });
  }
  EXPECT_TRUE(made[0] == alone->bytecode);
  EXPECT_TRUE(made[1] == alone->bytecode);
}

TEST(QuantizeFlow, NamesWhatIsWrong) {
  auto messageOf = [](const QuantizeOptions &options) {
    auto result = quantize(network(), options);
    return result.ok() ? std::string() : result.status().message();
  };
  EXPECT_NE(messageOf({}).find("no samples are given"), std::string::npos);
  auto stranger = std::make_shared<Noise>(20);
  stranger->input = "y";
  // Sample 0 calibrates, and judging comes before.
  EXPECT_EQ(messageOf(optionsFor(stranger)), "noise, sample 1: has no tensor for input 'x'");
  QuantizeOptions options = optionsFor(std::make_shared<Noise>(20));
  options.labels = {1, 2};
  EXPECT_EQ(messageOf(options), "labels: there are 2 labels for 20 samples; give each sample its "
                                "label, in the samples' order");
  options.labels.clear();
  options.every = 1;
  EXPECT_NE(messageOf(options).find("none is left to judge by"), std::string::npos);
  options.test = options.samples;
  EXPECT_EQ(messageOf(options), "");
  options = optionsFor(options.samples);
  options.every = -1;
  EXPECT_NE(messageOf(options).find("one sample in -1 cannot be taken"), std::string::npos);
  options.every = 0;
  options.gates.maxDrop = 1;
  EXPECT_NE(messageOf(options).find("needs labels"), std::string::npos);
  options.gates = {};
  options.recipe.profile = "none";
  EXPECT_NE(messageOf(options).find("no profile 'none'"), std::string::npos);
  options.recipe = {};
  options.outputs = {"z"};
  EXPECT_NE(messageOf(options).find("has no output 'z'"), std::string::npos);
}

} // namespace
