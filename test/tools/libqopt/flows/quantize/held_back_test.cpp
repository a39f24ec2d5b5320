// A setting that is judged by samples held back: what was judged before it leaves no trace.
#include "test/tools/libqopt/flows/two_layers.h"
#include "tools/libqopt/flows/quantize/held_back.h"

#include <gtest/gtest.h>

using namespace qopt;
using namespace qopt::run;

namespace {

// A layer norm is read by a layer, which another one follows, and by a sum.
std::string normedNet() {
  return R"(
!x = tensor<?x4xf32, #nn.dims<N>>
func.func @main(%x: !x {nn.name = "x"}) -> !x {
  %g = nn.constant {nn.name = "g"} dense<[64.0, 1.0, 1.0, 0.5]> : tensor<4xf32>
  %n = nn.layer_norm %x scale %g {axis = 1 : i64, epsilon = 1.0e-5 : f32, nn.name = "n"} : (!x, tensor<4xf32>) -> !x
  %w = nn.constant {nn.name = "w"} dense<[[0.02, 0.5, 0.01, 0.75], [-0.5, 0.75, 1.0, 0.5], [0.25, -1.0, 0.5, 1.0], [1.0, 0.3, -0.6, 0.9]]> : tensor<4x4xf32>
  %y = nn.matmul %n, %w {nn.name = "y"} : (!x, tensor<4x4xf32>) -> !x
  %r = nn.relu %y {nn.name = "r"} : (!x) -> !x
  %z = nn.matmul %r, %w {nn.name = "z"} : (!x, tensor<4x4xf32>) -> !x
  %s = nn.add %z, %n {nn.name = "s"} : (!x, !x) -> !x
  return %s : !x
})";
}

Recipe recipeOf(double smoothing, bool repairs, const std::string &calibrator) {
  Recipe recipe;
  recipe.mode = "quantize";
  recipe.calibrator = calibrator;
  recipe.smoothing = smoothing;
  recipe.rounds = recipe.correctsBias = repairs;
  return recipe.settled();
}

// Returns the noise of the last recipe, which is judged behind the others.
std::vector<double> noiseOf(const std::vector<Recipe> &recipes) {
  auto parsed = Network::parse(normedNet());
  EXPECT_TRUE(parsed.ok()) << parsed.status().message();
  auto loaded = Loaded::copyOf(*parsed, "floats", std::make_shared<Reports>());
  EXPECT_TRUE(loaded.ok()) << loaded.status().message();
  auto samples = std::make_shared<Noise>(40);
  samples->shape = {4};
  QuantizerOptions options;
  options.model = "floats";
  options.recipe.profile = recipes.front().profile;
  options.samples.data = "noise";
  options.samples.source = samples;
  Quantizer quantizer(std::move(options));
  qrt::Status taken = quantizer.take(std::move(*loaded));
  EXPECT_TRUE(taken.ok()) << taken.message();
  HeldBack judge(quantizer, {});
  std::vector<int64_t> halves[2];
  for (int64_t i = 0; i < 40; ++i)
    halves[i % 2].push_back(i);
  qrt::Status opened = judge.open(std::make_shared<Reports>(), halves[0], halves[1]);
  EXPECT_TRUE(opened.ok()) << opened.message();
  std::vector<double> noise;
  for (const Recipe &recipe : recipes) {
    auto made = judge.noiseOf(recipe);
    EXPECT_TRUE(made.ok()) << made.status().message();
    if (!made.ok())
      return {};
    noise = made->outputs.front().noise;
  }
  return noise;
}

TEST(HeldBack, RangesDoNotDependOnWhatCameFirst) {
  for (const std::string calibrator : {"min-max", "auto"}) {
    const Recipe smoothed = recipeOf(0.5, false, calibrator),
                 rounded = recipeOf(0.5, true, calibrator), plain = recipeOf(0, true, calibrator);
    const std::vector<double> alone = noiseOf({smoothed});
    EXPECT_EQ(alone.size(), 20u);
    EXPECT_EQ(noiseOf({rounded, smoothed}), alone) << calibrator;
    EXPECT_EQ(noiseOf({plain, smoothed}), alone) << calibrator;
    EXPECT_EQ(noiseOf({smoothed, plain}), noiseOf({plain})) << calibrator;
    EXPECT_NE(noiseOf({smoothed, rounded}), alone) << calibrator; // another setting
  }
}

} // namespace
