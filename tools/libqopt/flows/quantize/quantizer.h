// The steps from a model file to its integer form, in memory, each told as a command line.
#pragma once

#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/quantize/pass_text.h"
#include "tools/libqopt/flows/quantize/rewritten.h"
#include "tools/libqopt/flows/repair/repair_model.h"

namespace qopt::run {

struct QuantizerOptions {
  std::string model, output, device = "host"; // the files' names are what commands call them
  LoadOptions load;
  CompileSettings compile;
  Recipe recipe;
  SampleOptions samples;    // that ranges and repairs come from
  bool othersJudge = false; // of the same data
};

/// Without samples to judge by, some of those at hand calibrate and the others judge.
void partSamples(QuantizerOptions &steps, EvaluationOptions &test);

/// How --insert-quant will make weights of it.
RepairerOptions repairsOf(const Recipe &recipe);

class Quantizer {
public:
  explicit Quantizer(QuantizerOptions options) : options(std::move(options)) {}

  /// The model as imported, to be folded, and its composites recognized.
  qrt::Status take(Loaded model);
  /// A note of which sizes were open and are the samples' now.
  void noteBound() const;
  /// Repairs a copy, then measures its ranges.
  qrt::Status repair();
  qrt::Status calibrate();
  /// The integer form, `floatLayers` left float.
  qrt::Expected<Loaded> quantized(llvm::ArrayRef<std::string> floatLayers,
                                  Warnings warnings = Warnings::Told) const;

  const Loaded &floats() const { return *prepared; }
  bool hasRepaired() const { return repaired.has_value(); }
  const Calibration &ranges() const { return calibration; }
  const Loaded &network(bool isRepaired) const { return isRepaired ? *repaired : *prepared; }

  /// Files of the steps beside the output: "q.float.mlirbc" of "q.mlirbc".
  std::string fileOf(llvm::StringRef what) const;
  std::vector<std::string> stepFiles() const;

  std::string loadCommand() const, repairCommand() const, calibrateCommand() const;
  std::string quantizeCommand(llvm::ArrayRef<std::string> floatLayers) const;
  std::string evalCommand(const EvaluationOptions &test) const;

  /// The recipe has its layers of 8 bits by name once the model is taken.
  QuantizerOptions options;

private:
  qrt::Status nameWideLayers();
  qrt::Status checkSamples() const;
  const Loaded &source() const { return repaired ? *repaired : *prepared; }
  std::string sourceFile() const {
    return fileOf(options.recipe.repairs() ? "repaired.mlirbc" : "float.mlirbc");
  }

  std::optional<Loaded> prepared, repaired;
  std::vector<LoadOptions::Shape> bound; // to the samples' sizes
  Calibration calibration;
};

} // namespace qopt::run
