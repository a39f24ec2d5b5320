// The steps from a model file to its integer form, in memory, each told as a command line.
#pragma once

#include "tools/libqopt/flows/contest/contest_options.h"
#include "tools/libqopt/flows/eval/evaluation.h"
#include "tools/libqopt/flows/recipe/pass_text.h"
#include "tools/libqopt/flows/repair/repair_model.h"
#include "tools/libqopt/flows/rewrite/rewritten.h"

namespace qopt::run {

struct QuantizerOptions {
  std::string model, output, device = "host"; // the files' names are what commands call them
  LoadOptions load;
  CompileSettings compile;
  Recipe recipe;
  SampleOptions samples;    // that ranges and repairs come from
  ContestOptions contest;   // for what the recipe leaves open
  bool othersJudge = false; // of the same data
  /// Layers that no repair changes, by name: those that the recipe said stay float when the model
  /// was taken.
  std::vector<std::string> unrepaired = {};
  /// Nobody said which layers have 8 bits beside others of few (few_bits.h).
  bool choosesWideLayers = false;
};

/// Parts the samples: without samples to judge by, some of those at hand calibrate and the others
/// judge.
void partSamples(QuantizerOptions &steps, EvaluationOptions &test);

/// Returns options that repair weights as --insert-quant will make them by the recipe. They name
/// layers as the network that was given does.
RepairerOptions repairerOptions(const Recipe &recipe);

/// The integer form of a network by a settled recipe, called `name`, `floatLayers` left float. The
/// recipe and they name layers of the network that was given.
/// `ranges`: null where they are dynamic.
qrt::Expected<Loaded> integersOf(const Loaded &source, const std::string &name,
                                 const Recipe &recipe, const Calibration *ranges,
                                 llvm::ArrayRef<std::string> floatLayers, Warnings warnings);

/// A copy of a float network, repaired by these samples; where and how it runs, and which layers
/// stay as they are, is of `options`.
qrt::Expected<Loaded> repairedBy(const QuantizerOptions &options, const Loaded &floats,
                                 const RepairerOptions &how, const SampleOptions &samples);

/// Its recipe and all that it is asked name layers as the model that is taken does, folded; its
/// commands name them as the file does that they read.
class Quantizer {
public:
  explicit Quantizer(QuantizerOptions options) : options(std::move(options)) {}

  /// The model as imported, to be folded, and its composites recognized.
  qrt::Status take(Loaded model);
  /// A note of which sizes were open and are the samples' now.
  void noteBound() const;
  /// Settles what the recipe left open; another recipe may hold from now on.
  void settle(const Recipe &recipe) { options.recipe = recipe; }
  /// The results of a recipe, to be put aside for another one's, and taken back.
  struct Made {
    Recipe recipe;
    std::optional<Loaded> repaired;
    Calibration ranges;
  };
  Made release() {
    return {options.recipe, std::exchange(repaired, std::nullopt), std::exchange(calibration, {})};
  }
  void restore(Made made) {
    options.recipe = std::move(made.recipe);
    repaired = std::move(made.repaired);
    calibration = std::move(made.ranges);
  }
  /// Evens the channels that depthwise convolutions read, where they can be evened: the float
  /// network from now on is the evened one, whatever else the recipe leaves open, unless weights
  /// and biases are to stay as they are.
  qrt::Status evenChannels();
  /// Repairs a copy, if the recipe does, then measures its ranges, unless they are dynamic.
  qrt::Status repair();
  qrt::Status calibrate();
  /// The integer form, `floatLayers` left float.
  qrt::Expected<Loaded> quantized(llvm::ArrayRef<std::string> floatLayers,
                                  Warnings warnings = Warnings::Told) const;
  /// Makes the same by a recipe that has the quantizer's repairs and ranges, and differs beyond.
  qrt::Expected<Loaded> quantizedBy(const Recipe &recipe) const;

  const Loaded &floats() const { return evened ? *evened : *prepared; }
  /// The float network before its channels were evened.
  const Loaded &imported() const { return *prepared; }
  bool hasEvened() const { return evened.has_value(); }
  bool hasRepaired() const { return repaired.has_value(); }
  const Calibration &ranges() const { return calibration; }
  /// Returns the repaired copy of floats(), which is to be there (hasRepaired).
  const Loaded &repairedFloats() const { return *repaired; }
  /// The float network that is quantized: repaired, where the recipe repairs.
  const Loaded &source() const { return options.recipe.repairs() ? *repaired : floats(); }

  /// Files of the steps beside the output: "q.float.mlirbc" of "q.mlirbc".
  std::string fileOf(llvm::StringRef what) const;
  std::vector<std::string> stepFiles() const;

  std::string loadCommand() const, evenCommand() const, repairCommand() const;
  std::string calibrateCommand() const;
  std::string quantizeCommand(llvm::ArrayRef<std::string> floatLayers) const;
  std::string evalCommand(const EvaluationOptions &test) const;

  /// The recipe has its layers of 8 bits by name once the model is taken.
  QuantizerOptions options;

private:
  qrt::Status checkSamples() const;
  std::string floatFile() const { return fileOf(evened ? "evened.mlirbc" : "float.mlirbc"); }
  std::string sourceFile() const {
    return options.recipe.repairs() ? fileOf("repaired.mlirbc") : floatFile();
  }

  std::optional<Loaded> prepared, evened, repaired;
  std::vector<LoadOptions::Shape> bound; // to the samples' sizes
  Calibration calibration;
};

} // namespace qopt::run
