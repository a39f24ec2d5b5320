// The steps from a model file to its integer form, in memory, each told as a command line.
#pragma once

#include "tools/qrun/calibrate/repair_model.h"
#include "tools/qrun/eval/evaluation.h"
#include "tools/qrun/quantize/recipe.h"
#include "tools/qrun/quantize/rewritten.h"

namespace qopt::run {

struct QuantizerOptions {
  std::string model, output, device = "host";
  LoadOptions load;
  CompileChoices choices;
  Recipe recipe;
  SampleOptions samples;    // that ranges and repairs come from
  bool othersJudge = false; // of the same data
};

/// What they are told by.
void addQuantizerOptions(CLI::App &command, QuantizerOptions &steps, EvaluationOptions &test);
/// Without samples to judge by, some of those at hand calibrate and the others judge. Fails where
/// there are no such files: judging alone may take long before others are asked for.
qrt::Status splitSamples(QuantizerOptions &steps, EvaluationOptions &test);

class Quantizer {
public:
  explicit Quantizer(QuantizerOptions options) : options(std::move(options)) {}

  /// The model imported, folded, composites recognized.
  qrt::Status load();
  /// On standard error, which sizes were open and are the samples' now.
  void noteBound() const;
  /// Repairs a copy, then measures its ranges.
  qrt::Status repair();
  qrt::Status calibrate();
  /// The integer form, `floatLayers` left float.
  qrt::Expected<Loaded> quantized(llvm::ArrayRef<std::string> floatLayers,
                                  Warnings warnings = Warnings::Told) const;

  const Loaded &floats() const { return *prepared; }
  const Loaded &network(bool isRepaired) const { return isRepaired ? *repaired : *prepared; }

  /// Files of the steps beside the output: "q.float.mlirbc" of "q.mlirbc".
  std::string fileOf(llvm::StringRef what) const;
  std::vector<std::string> stepFiles() const;
  /// What was made on the way, in these files.
  qrt::Status writeSteps() const;

  std::string loadCommand() const, repairCommand() const, calibrateCommand() const;
  std::string quantizeCommand(llvm::ArrayRef<std::string> floatLayers) const;
  std::string evalCommand(const EvaluationOptions &test) const;

  const QuantizerOptions options;

private:
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
