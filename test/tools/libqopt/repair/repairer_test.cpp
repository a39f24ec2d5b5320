// Repairs on devices: batches leave no trace, a corrected bias keeps the mean, errors say what to
// do.
#include "tools/libqopt/qopt_mlir.h"
#include "tools/libqopt/repairer.h"

#include "ir/values/keys.h"
#include "passes/repair/seed_layer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <random>

using namespace qopt;
using qrt::Tensor;

namespace {

std::string values(std::mt19937 &random, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    char bytes[9];
    const auto bits = std::bit_cast<uint32_t>(float(int(random() % 4001) - 2000) / 1024);
    snprintf(bytes, sizeof bytes, "%02X%02X%02X%02X", bits & 255, bits >> 8 & 255, bits >> 16 & 255,
             bits >> 24);
    text += bytes;
  }
  return "dense<\"0x" + text + "\">";
}

// Two convolutions, one of them by channel, and a product, with a relu between each two.
std::string repairedNet() {
  std::mt19937 random{5};
  return R"(
!x = tensor<?x2x5x5xf32, #nn.dims<N>>
!y = tensor<?x4x5x5xf32, #nn.dims<N>>
!flat = tensor<?x100xf32, #nn.dims<N>>
!out = tensor<?x3xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !out {
  %w1 = nn.constant {nn.name = "w1"} )" +
         values(random, 72) + R"( : tensor<4x2x3x3xf32>
  %w2 = nn.constant {nn.name = "w2"} )" +
         values(random, 36) + R"( : tensor<4x1x3x3xf32>
  %w3 = nn.constant {nn.name = "w3"} )" +
         values(random, 300) + R"( : tensor<100x3xf32>
  %b3 = nn.constant {nn.name = "b3"} )" +
         values(random, 3) + R"( : tensor<3xf32>
  %c1 = nn.conv2d %x, %w1 {nn.name = "c1", pads = array<i64: 1, 1, 1, 1>} : (!x, tensor<4x2x3x3xf32>) -> !y
  %r1 = nn.relu %c1 {nn.name = "r1"} : (!y) -> !y
  %c2 = nn.conv2d %r1, %w2 {nn.name = "c2", pads = array<i64: 1, 1, 1, 1>, groups = 4 : i64} : (!y, tensor<4x1x3x3xf32>) -> !y
  %r2 = nn.relu %c2 {nn.name = "r2"} : (!y) -> !y
  %f = nn.reshape %r2 {nn.name = "f"} : (!y) -> !flat
  %m = nn.matmul %f, %w3 bias %b3 {nn.name = "m"} : (!flat, tensor<100x3xf32>, tensor<3xf32>) -> !out
  return %m : !out
})";
}

constexpr int64_t count = 41, repairSampleSize = 50;

Tensor samples(int64_t from, int64_t to) {
  std::mt19937 random{11};
  std::vector<float> all;
  for (int64_t i = 0; i < count * repairSampleSize; ++i)
    all.push_back(float(int(random() % 4001) - 1000) / 1024);
  return Tensor::fromValues<float>({to - from, 2, 5, 5},
                                   std::span(all).subspan(size_t(from * repairSampleSize),
                                                          size_t((to - from) * repairSampleSize)));
}

struct Repaired {
  std::unique_ptr<mlir::MLIRContext> context = makeContext();
  Module module;
  RepairReport report;
  int passes = 0;

  Repaired(const std::string &text, const std::string &device, RepairerOptions options,
           int64_t batch) {
    auto parsed = parseModule(*context, text, Origin::Trusted);
    EXPECT_TRUE(parsed.ok()) << parsed.status().message();
    module = std::move(*parsed);
    options.samples = count;
    auto repairer = Repairer::create(*module, device, options);
    EXPECT_TRUE(repairer.ok()) << repairer.status().message();
    if (!repairer.ok())
      return;
    passes = (*repairer)->passes();
    for (int pass = 0; pass < passes; ++pass) {
      for (int64_t at = 0; at < count && (*repairer)->readsSamples(); at += batch) {
        const int64_t end = std::min(count, at + batch);
        const Tensor input = samples(at, end);
        qrt::Status status = (*repairer)->add({{&input, 1}, end - at, {}});
        EXPECT_TRUE(status.ok()) << status.message();
      }
      qrt::Status status = (*repairer)->endPass();
      EXPECT_TRUE(status.ok()) << status.message();
    }
    report = (*repairer)->finish();
  }

  std::vector<float> answers() {
    auto model = CompiledModel::compile(*module, "reference");
    EXPECT_TRUE(model.ok()) << model.status().message();
    auto results = (*model)->run({samples(0, count)});
    EXPECT_TRUE(results.ok()) << results.status().message();
    auto told = results->front().values<float>();
    return {told.begin(), told.end()};
  }
};

RepairerOptions everything() {
  return {.equalizes = true, .smoothing = 0.5, .rounds = true, .correctsBias = true};
}

class Repair : public ::testing::TestWithParam<const char *> {};

TEST_P(Repair, BatchesLeaveNoTrace) {
  const Repaired first(repairedNet(), GetParam(), everything(), 1);
  for (int64_t batch : {7, 41}) {
    const Repaired again(repairedNet(), GetParam(), everything(), batch);
    EXPECT_EQ(moduleHash(*first.module), moduleHash(*again.module)) << "at batch " << batch;
  }
}

TEST_P(Repair, BudgetsLeaveNoTrace) {
  RepairerOptions tight = everything();
  tight.memory.run = tight.memory.sums = 1;
  const Repaired once(repairedNet(), GetParam(), everything(), 41);
  const Repaired layerByLayer(repairedNet(), GetParam(), tight, 41);
  EXPECT_EQ(once.passes, 2);
  EXPECT_EQ(layerByLayer.passes, 4); // one to smooth, and one for each layer
  EXPECT_EQ(moduleHash(*once.module), moduleHash(*layerByLayer.module));
}

TEST_P(Repair, ErrorsFall) {
  const Repaired repaired(repairedNet(), GetParam(),
                          {.rounds = true, .correctsBias = true, .bits = 4}, 8);
  ASSERT_EQ(repaired.report.layers.size(), 3u);
  for (const RepairReport::Layer &layer : repaired.report.layers)
    EXPECT_LT(layer.errorAfter, layer.errorBefore) << layer.name;
}

TEST_P(Repair, LayersOneAfterTheOtherLeaveNoTraceOfBatches) {
  RepairerOptions options = everything();
  options.sequential = true, options.bits = 4, options.bits8 = {"c1", "m"};
  const Repaired first(repairedNet(), GetParam(), options, 1);
  ASSERT_EQ(first.report.layers.size(), 3u);
  for (int64_t batch : {7, 41}) {
    const Repaired again(repairedNet(), GetParam(), options, batch);
    EXPECT_EQ(moduleHash(*first.module), moduleHash(*again.module)) << "at batch " << batch;
  }
}

// Nothing makes up for what fitted scales shrink where layers are rounded by what the float ones
// make.
TEST_P(Repair, ScalesAreFittedWhereLaterLayersMakeUpForIt) {
  RepairerOptions options{.rounds = true, .bits = 2};
  auto ends = [&] {
    const Repaired repaired(repairedNet(), GetParam(), options, 41);
    nn::ValuesByKey keys(nn::entryOf(*repaired.module));
    std::vector<float> most;
    for (llvm::StringRef name : {"c1", "c2", "m"}) {
      const Tensor weights = seedLayerOf(keys.find(name).getDefiningOp())->weights();
      most.push_back(0);
      for (float value : weights.values<float>())
        most.back() = std::max(most.back(), std::abs(value));
    }
    return most;
  };
  const std::vector<float> apart = ends();
  options.rounds = false;
  EXPECT_EQ(apart, ends()); // those of the float weights
  options.rounds = options.sequential = true;
  EXPECT_NE(apart, ends());
}

INSTANTIATE_TEST_SUITE_P(Devices, Repair, ::testing::Values("host", "reference"));

double mean(const std::vector<float> &answers, size_t output) {
  double sum = 0;
  for (size_t i = output; i < answers.size(); i += 3)
    sum += double(answers[i]);
  return sum / double(answers.size() / 3);
}

// Over the samples that were shown, of the last layer alone: what it reads is as it was.
TEST(RepairBias, KeepsTheMeanOfResults) {
  const RepairerOptions round{.rounds = true, .bits = 4, .only = {"m"}};
  RepairerOptions correct = round;
  correct.correctsBias = true;
  const std::vector<float> exact = Repaired(repairedNet(), "reference", {}, 8).answers();
  const std::vector<float> corrected = Repaired(repairedNet(), "reference", correct, 8).answers();
  const std::vector<float> rounded = Repaired(repairedNet(), "reference", round, 8).answers();
  for (size_t output : {0, 1, 2}) {
    EXPECT_NEAR(mean(corrected, output), mean(exact, output), 1e-4);
    EXPECT_GT(std::abs(mean(rounded, output) - mean(exact, output)), 1e-3);
  }
}

// All layers are rounded: the last one reads what the rounded ones before it make.
TEST(RepairBias, KeepsTheMeanBehindRoundedLayersThatItSaw) {
  RepairerOptions options{.rounds = true, .correctsBias = true, .bits = 3};
  const std::vector<float> exact = Repaired(repairedNet(), "reference", {}, 8).answers();
  const std::vector<float> blind = Repaired(repairedNet(), "reference", options, 8).answers();
  options.sequential = true;
  const std::vector<float> seeing = Repaired(repairedNet(), "reference", options, 8).answers();
  auto errors = [&](const std::vector<float> &answers) {
    double sum = 0;
    for (size_t i = 0; i < answers.size(); ++i)
      sum += std::pow(double(answers[i]) - double(exact[i]), 2);
    return sum;
  };
  EXPECT_LT(errors(seeing), 0.8 * errors(blind));
  for (size_t output : {0, 1, 2}) {
    EXPECT_NEAR(mean(seeing, output), mean(exact, output), 1e-3);
    EXPECT_GT(std::abs(mean(blind, output) - mean(exact, output)), 1e-2);
  }
}

// Layer b's result is added to what the rounded layer a makes, in one operation or, `hidden`, by
// others, so that nobody sees it.
std::string residualNet(bool hidden) {
  std::mt19937 random{5};
  const std::string sum = hidden ? R"(
  %n = nn.neg %b {nn.name = "n"} : (!y) -> !y
  %s = nn.sub %a, %n {nn.name = "s"} : (!y, !y) -> !y)"
                                 : R"(
  %s = nn.add %a, %b {nn.name = "s"} : (!y, !y) -> !y)";
  return R"(
!x = tensor<?x2x5x5xf32, #nn.dims<N>>
!y = tensor<?x4x5x5xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !y {
  %wa = nn.constant {nn.name = "wa"} )" +
         values(random, 8) + R"( : tensor<4x2x1x1xf32>
  %wb = nn.constant {nn.name = "wb"} )" +
         values(random, 144) + R"( : tensor<4x4x3x3xf32>
  %a = nn.conv2d %x, %wa {nn.name = "a"} : (!x, tensor<4x2x1x1xf32>) -> !y
  %b = nn.conv2d %a, %wb {nn.name = "b", pads = array<i64: 1, 1, 1, 1>} : (!y, tensor<4x4x3x3xf32>) -> !y)" +
         sum + "\n  return %s : !y\n}";
}

TEST(RepairSums, LayersMakeUpForWhatTheirResultIsAddedTo) {
  const RepairerOptions options{
      .rounds = true, .correctsBias = true, .bits = 2, .bits8 = {"b"}, .sequential = true};
  const std::vector<float> exact = Repaired(residualNet(false), "reference", {}, 8).answers();
  auto errorOf = [&](bool hidden) {
    const std::vector<float> answers =
        Repaired(residualNet(hidden), "reference", options, 8).answers();
    double sum = 0;
    for (size_t i = 0; i < answers.size(); ++i)
      sum += std::pow(double(answers[i]) - double(exact[i]), 2);
    return sum;
  };
  EXPECT_LT(errorOf(false), 0.5 * errorOf(true));
}

// A layer norm is read by layer m and by a sum: smoothed, m reads a product.
std::string normedNet() {
  std::mt19937 random{9};
  return R"(
!x = tensor<?x2x5x5xf32, #nn.dims<N>>
!flat = tensor<?x50xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !flat {
  %w = nn.constant {nn.name = "w"} )" +
         values(random, 2500) + R"( : tensor<50x50xf32>
  %g = nn.constant {nn.name = "g"} )" +
         values(random, 50) + R"( : tensor<50xf32>
  %f = nn.reshape %x {nn.name = "f"} : (!x) -> !flat
  %n = nn.layer_norm %f scale %g {axis = 1 : i64, epsilon = 1.0e-5 : f32, nn.name = "n"} : (!flat, tensor<50xf32>) -> !flat
  %m = nn.matmul %n, %w {nn.name = "m"} : (!flat, tensor<50x50xf32>) -> !flat
  %s = nn.add %m, %n {nn.name = "s"} : (!flat, !flat) -> !flat
  return %s : !flat
})";
}

// Each returns the hash of a repaired network: one repair makes it at once, or two in turn, of
// which the second one repairs what the first one made.
std::string hashOfBoth(const std::string &text, const RepairerOptions &both) {
  return moduleHash(*Repaired(text, "reference", both, 8).module);
}
std::string hashInTurn(const std::string &text, const RepairerOptions &first,
                       const RepairerOptions &second) {
  std::string between;
  llvm::raw_string_ostream stream(between);
  Repaired(text, "reference", first, 8).module->getOperation()->print(stream);
  return moduleHash(*Repaired(between, "reference", second, 8).module);
}

TEST(RepairSequence, LayersReadProductsThatSmoothThem) {
  const RepairerOptions smooths{.smoothing = 0.5},
      rounds{.rounds = true, .correctsBias = true, .bits = 4, .sequential = true},
      both{.smoothing = 0.5, .rounds = true, .correctsBias = true, .bits = 4, .sequential = true};
  const Repaired smoothed(normedNet(), "reference", both, 8);
  ASSERT_EQ(smoothed.report.smoothed.done.size(), 1u);
  ASSERT_EQ(smoothed.report.layers.size(), 1u);
  EXPECT_EQ(moduleHash(*smoothed.module), hashInTurn(normedNet(), smooths, rounds));
}

// Evening renames c1 to c1_evened.
TEST(RepairBits, AreOfLayersAsTheyWereCalled) {
  auto rounded = [](bool evens, std::vector<std::string> bits8) {
    return RepairerOptions{.evensChannels = evens,
                           .rounds = true,
                           .bits = 4,
                           .bits8 = std::move(bits8),
                           .sequential = true};
  };
  const std::string wide = hashOfBoth(repairedNet(), rounded(true, {"c1"}));
  EXPECT_NE(wide, hashOfBoth(repairedNet(), rounded(true, {})));
  EXPECT_EQ(wide,
            hashInTurn(repairedNet(), {.evensChannels = true}, rounded(false, {"c1_evened"})));
}

TEST(RepairOnly, OthersAreAsTheyWere) {
  const Repaired before(repairedNet(), "reference", {}, 8);
  const Repaired after(repairedNet(), "reference", {.rounds = true, .except = {"c1", "m"}}, 8);
  ASSERT_EQ(after.report.layers.size(), 1u);
  EXPECT_EQ(after.report.layers[0].name, "c2");
  auto weights = [](const Repaired &of, llvm::StringRef name) {
    nn::ValuesByKey keys(nn::entryOf(*of.module));
    auto values = seedLayerOf(keys.find(name).getDefiningOp())->weights();
    auto span = values.values<float>();
    return std::vector<float>(span.begin(), span.end());
  };
  EXPECT_EQ(weights(before, "c1"), weights(after, "c1"));
  EXPECT_EQ(weights(before, "m"), weights(after, "m"));
  EXPECT_NE(weights(before, "c2"), weights(after, "c2"));
}

std::string refusal(const std::string &text, const RepairerOptions &options) {
  auto context = makeContext();
  auto module = parseModule(*context, text, Origin::Trusted);
  EXPECT_TRUE(module.ok()) << module.status().message();
  auto repairer = Repairer::create(**module, "reference", options);
  return repairer.ok() ? "" : repairer.status().message();
}

TEST(RepairRefuses, WhatIsNoFloatNetworkOfFoldedNorms) {
  EXPECT_EQ(refusal(R"(func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
      %q = nn.quantize %x {nn.name = "q"} : (tensor<1x2xf32>) -> tensor<1x2x!quant.uniform<i8:f32, 0.5>>
      %y = nn.dequantize %q {nn.name = "y"} : (tensor<1x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x2xf32>
      return %y : tensor<1x2xf32> })",
                    {.rounds = true}),
            "layer 'q' is quantized; repair the float network, then quantize it (--insert-quant)");
  EXPECT_EQ(refusal(R"(func.func @main(%x: tensor<1x2xf32>) -> tensor<1x2xf32> {
      %w = nn.constant dense<1.0> : tensor<2x2xf32>
      %c = nn.constant dense<1.0> : tensor<2xf32>
      %m = nn.matmul %x, %w {nn.name = "m"} : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
      %y = nn.batch_norm %m, %c, %c, %c, %c {nn.name = "norm", epsilon = 0.5 : f32} : (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
      return %y : tensor<1x2xf32> })",
                    {.rounds = true}),
            "layer 'norm' is a batch norm, which will change the weights before it; fold it first "
            "(qopt --fold-batch-norm)");
  for (const RepairerOptions &options :
       {RepairerOptions{.rounds = true, .only = {"c9"}}, {.rounds = true, .bits8 = {"c9"}}})
    EXPECT_EQ(refusal(repairedNet(), options),
              "no layer 'c9' with constant float weights to repair; did you mean 'c1'?");
}

} // namespace
