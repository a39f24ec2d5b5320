// A recipe says how a float model becomes an integer one; its defaults are what quantize does
// unless it is told otherwise.
#pragma once

#include "passes/calibrate/calibrators.h"
#include "passes/quantize/policy/attention_form.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// Settings that nobody states compete (contest.h); a settled recipe states them all.
struct Recipe {
  std::string profile = "qopt";
  /// The scheme of activations. Empty: it competes.
  std::string scheme;
  /// Empty: the profile's own.
  std::string attention;
  /// This is --insert-quant's choice of the functions between two stored values that round once:
  /// none, tables, arithmetic or all. Empty: the profile's own, beside which arithmetic competes
  /// (fusing.h).
  std::string fuse;
  /// Bits of weights: 2, 3, 4, 7 or 8. 0: the profile's own.
  unsigned weightBits = 0;
  /// Layers whose weights have 8 bits beside others of fewer. Empty, of 4 bits or fewer: those
  /// that wideLayers() names (passes/repair/wide_layers.h).
  std::vector<std::string> weightBits8;
  /// The type in memory of layers that stay float: f32, f16 or bf16.
  std::string floats = "f32";
  /// The mode of --insert-quant, quantize or dynamic. Empty: it competes.
  std::string mode;
  /// Empty: it competes, with settings that fit each.
  std::string calibrator;
  CalibrationSettings settings;
  /// Says whether weights are rounded and biases corrected. Nothing: with and without compete.
  std::optional<bool> rounds, correctsBias;
  /// Alpha of SmoothQuant, by which channels are divided before weights are rounded; 0: nothing is
  /// smoothed. Nothing: 0 and 0.5 compete under dynamic ranges, unless leavesWeights().
  std::optional<double> smoothing;
  /// Layers that stay float whatever else does, by name; what the flow is given of them no repair
  /// rounds.
  std::vector<std::string> floatLayers;

  Recipe() { settings.clipWeight = 2; }
  /// Returns the recipe with what is not stated as it is chosen where nothing competes: scheme
  /// mixed where the profile has it, `auto`, both repairs, nothing smoothed.
  Recipe settled() const;
  bool isDynamic() const { return mode == "dynamic"; }
  /// Returns the scheme of activations, which calibration has to know, too. Unknown profiles and
  /// schemes are refused by check().
  nn::Scheme schemeOfRanges() const;
  std::string schemeName() const;
  AttentionForm attentionForm() const;
  /// Returns the bits of weights, as --insert-quant will make them.
  unsigned bitsOfWeights() const;
  /// Returns the settings as the calibrator reads them.
  CalibrationSettings calibrationSettings() const;
  /// Tells whether there are so few bits that layers are rounded one after the other, and some have
  /// 8 (weightBits8).
  bool hasFewBits() const { return bitsOfWeights() <= 4; }
  bool smooths() const { return smoothing.value_or(0) > 0; }
  /// It says that neither weights are rounded nor biases corrected.
  bool leavesWeights() const { return rounds == false && correctsBias == false; }
  /// False where it says that weights and biases stay as they are.
  bool repairs() const { return smooths() || !leavesWeights(); }
  bool narrowsFloats() const { return floats != "f32"; }
  /// Empty, or what is wrong.
  std::string check() const;
};

/// Names the settings of a recipe that compete: "mixed, auto, rounded + bias corrected", "dynamic".
std::string settingOf(const Recipe &settled);

} // namespace qopt
