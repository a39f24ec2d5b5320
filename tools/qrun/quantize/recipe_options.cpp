#include "tools/qrun/quantize/recipe_options.h"

#include "passes/calibrate/calibrators.h"
#include "tools/qrun/command/usage.h"

#include <CLI/App.hpp>

namespace qopt::run {

void addRecipe(CLI::App &command, Recipe &recipe, std::optional<bool> &repair) {
  command.add_option("--profile", recipe.profile, "The profile of --insert-quant")
      ->capture_default_str();
  command.add_option("--scheme", recipe.scheme,
                     "The scheme of --insert-quant; by default mixed and affine compete, where the "
                     "profile has them");
  command.add_option(
      "--attention", recipe.attention,
      "The attention of --insert-quant, float or integer; by default the profile's, float");
  command
      .add_option("--fuse", recipe.fuse,
                  "The fuse of --insert-quant, the functions between stored values that round "
                  "once; by default the profile's, beside which arithmetic competes")
      ->check(CLI::IsMember({"none", "tables", "arithmetic", "all"}));
  command
      .add_option("--weight-bits", recipe.weightBits,
                  "Bits of weights for --insert-quant: 2, 3, 4, 7 or 8; by default 8, but 7 if the "
                  "profile is ort-cpu")
      ->check(oneOf({2, 3, 4, 7, 8}))
      ->default_str("");
  command
      .add_option(
          "--weight-bits8", recipe.weightBits8,
          "Layers whose weights have 8 bits beside --weight-bits of fewer; of 4 or fewer by "
          "default those at both ends, and small ones that few bits cost most")
      ->delimiter(',');
  command
      .add_option("--floats", recipe.floats,
                  "The type in memory of layers that stay float, for GPUs: f32, f16 or bf16")
      ->capture_default_str();
  command
      .add_option("--mode", recipe.mode,
                  "The mode of --insert-quant, quantize or dynamic; by default they compete where "
                  "matrix products dominate")
      ->check(CLI::IsMember({"quantize", "dynamic"}));
  command
      .add_option("--calibrator", recipe.calibrator,
                  calibrationMethodNames() + "; by default all but moving-average compete")
      ->default_str("");
  command
      .add_option("--float", recipe.floatLayers,
                  "Layers that --insert-quant leaves float; those of --float-macs come on top")
      ->delimiter(',');
  CLI::Option *repairs = command.add_flag_callback(
      "--repair", [&repair] { repair = true; },
      "Round weights and correct biases by samples; by default with and without compete");
  command
      .add_flag_callback(
          "--no-repair", [&repair] { repair = false; }, "Leave weights and biases as they are")
      ->excludes(repairs);
  command
      .add_option("--smooth", recipe.smoothing,
                  "SmoothQuant's alpha for qrun repair; 0: none; by default 0 and 0.5 compete "
                  "under dynamic ranges where norms are multiplied, and else it is 0")
      ->check(CLI::Range(0.0, 1.0));
}

void addContest(CLI::App &command, ContestOptions &contest) {
  command
      .add_option("--choose-samples", contest.chooseSamples,
                  "The most samples that are held back in turn, of those that calibrate, to choose "
                  "what no option states; 0: mixed, auto and repaired without a choice")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command
      .add_option("--choose-seconds", contest.chooseSeconds,
                  "Seconds after which no further settings, or layers of --float-macs, are tried; "
                  "the choice then depends on the machine")
      ->check(CLI::NonNegativeNumber)
      ->default_str("");
  command
      .add_option(
          "--float-macs", contest.floatMacs,
          "Small layers whose quantization loses most may stay float, as far as they take no "
          "more than so many percent of the multiply-adds together; 0: none, as with "
          "--choose-samples=0")
      ->check(CLI::Range(0.0, 100.0))
      ->capture_default_str();
}

} // namespace qopt::run
