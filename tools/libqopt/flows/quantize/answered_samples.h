// Samples with what the float network answers to them, by which its integer forms are told apart.
#pragma once

#include "tools/libqopt/flows/contest/sample_noise.h"
#include "tools/libqopt/flows/quantize/quantizer.h"
#include "tools/libqopt/memory_budget.h"

namespace qopt::run {

/// A network of the quantizer's, compiled, its outputs of these names chosen; none: all.
qrt::Expected<Contender> contenderOf(const Quantizer &quantizer, Loaded network,
                                     llvm::ArrayRef<std::string> outputNames);

class AnsweredSamples {
public:
  /// Runs the compiled float network, in batches that keep within the budget of a run. Samples
  /// behind the first batch are left out where inputs and answers would take more than so many
  /// bytes.
  static qrt::Expected<AnsweredSamples> of(const Contender &floats, const SampleOptions &samples,
                                           const std::string &label,
                                           size_t mostBytes = size_t(MemoryBudget().answers));
  /// Samples that are left out for memory.
  int64_t leftOut() const { return missing; }
  /// Returns the noise that an integer form adds to the answers.
  qrt::Expected<SampleNoise> noiseOf(const Contender &network) const {
    return noiseOf(network, inputs());
  }
  /// The same, of a network whose results are the float one's, but that reads these tensors of each
  /// batch.
  qrt::Expected<SampleNoise> noiseOf(const Subject &network,
                                     llvm::ArrayRef<std::vector<qrt::Tensor>> inputs) const;
  /// Returns what the float network read, batch by batch.
  std::vector<std::vector<qrt::Tensor>> inputs() const;
  /// Returns how many times as long as `other` the network takes: the median over the batches, both
  /// run in turn.
  qrt::Expected<double> timesAsLong(const Contender &network, const Contender &other) const;

private:
  struct Batch {
    std::vector<qrt::Tensor> inputs;
    std::vector<Piece>
        answers; // of each output, in its own type: as f64 they would be twice as many
  };
  std::vector<size_t> outputs;
  std::vector<std::string> names;
  std::vector<Batch> batches;
  int64_t missing = 0;
};

/// Counts the samples that calibrate, and reads none.
qrt::Expected<int64_t> samplesThatCalibrate(const Quantizer &quantizer);
/// Takes at most `most` samples that calibrate, evenly spread, with the float network's answers. A
/// note tells how many do not do `what` for memory.
qrt::Expected<AnsweredSamples> answeredByFloats(const Quantizer &quantizer,
                                                llvm::ArrayRef<std::string> outputNames,
                                                int64_t most, const std::string &what);

/// These are the float network's answers to at most 64 samples that calibrate, for choices behind
/// the contest: made for the first that asks.
class CalibratingAnswers {
public:
  /// The quantizer and the names outlive this.
  CalibratingAnswers(const Quantizer &quantizer, llvm::ArrayRef<std::string> outputNames)
      : quantizer(quantizer), outputNames(outputNames) {}

  qrt::Expected<const AnsweredSamples *> get();
  llvm::ArrayRef<std::string> outputs() const { return outputNames; }
  /// Returns what an integer network of the quantizer's adds to them.
  qrt::Expected<SampleNoise> noiseOf(Loaded network);

private:
  const Quantizer &quantizer;
  llvm::ArrayRef<std::string> outputNames;
  std::optional<AnsweredSamples> answered;
};

} // namespace qopt::run
