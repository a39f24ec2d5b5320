// How a float model becomes an integer one: what qrun quantize does unless it is told otherwise.
#pragma once

#include "passes/calibrate/calibrators.h"
#include "passes/quantize/policy/layer_policy.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace qopt::run {

struct Recipe {
  std::string profile = "qopt";
  /// Empty: mixed where the profile has it, else the profile's own.
  std::string scheme;
  /// Empty: the profile's own.
  std::string attention;
  /// What layers that stay float lie in memory as: f32, f16 or bf16.
  std::string floats = "f32";
  /// Of weights: 4, 7 or 8. 0: the profile's own.
  unsigned weightBits = 0;
  std::string calibrator = "auto";
  CalibrationSettings settings;
  bool rounds = true, correctsBias = true;

  Recipe() { settings.clipWeight = 2; }
  /// Of activations, which calibration has to know, too. Unknown profiles and schemes are refused
  /// by check().
  nn::Scheme schemeOfRanges() const;
  std::string schemeName() const;
  AttentionForm attentionForm() const;
  /// Of weights, as --insert-quant will make them.
  unsigned bitsOfWeights() const;
  /// As the calibrator reads them.
  CalibrationSettings calibrationSettings() const;
  bool repairs() const { return rounds || correctsBias; }
  bool narrowsFloats() const { return floats != "f32"; }
  /// Empty, or what is wrong.
  std::string check() const;
};

/// What makes a model fit for quantization.
inline constexpr llvm::StringLiteral preparingPasses[] = {"fold-constants", "fold-batch-norm",
                                                          "recognize-composites"};
/// What follows --insert-quant.
inline constexpr llvm::StringLiteral cleaningPasses[] = {"fold-dequant", "absorb-residual"};

/// A file or a layer as a pass option's parser takes it back, quoted where it has to be.
std::string passWord(llvm::StringRef text);

/// --insert-quant with these options, and what follows it, as a pipeline.
std::string insertQuantPasses(const std::string &options);

/// What follows where floats lie narrow, as a pipeline behind a comma: --assign-precision of that
/// type, by the ranges that the network has by then. Empty where they are f32.
std::string narrowingPasses(const Recipe &recipe);

/// Empty, or why float= cannot name the layer: MLIR's parser counts braces inside quotes, too.
std::string whyUnwritable(llvm::StringRef layer);

/// Options of --insert-quant, a space between them: "profile=qopt scheme=mixed float=a,b".
std::string insertQuantOptions(const Recipe &recipe, llvm::ArrayRef<std::string> floatLayers);

} // namespace qopt::run
