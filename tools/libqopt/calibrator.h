// Calibration of a network: samples go by, ranges remain.
#pragma once

#include "passes/calibrate/calibration.h"
#include "passes/quantize/policy/attention_form.h"
#include "tools/libqopt/memory_budget.h"
#include "tools/libqopt/qopt.h"

namespace qopt {

struct CalibratorOptions {
  std::string method = "min-max"; // of calibrationMethods()
  CalibrationSettings settings;
  /// Magnitudes up to which histograms count, by key, as in another calibration's ranges: samples
  /// are then looked at once, and parts of them merge. None: they are measured first.
  std::map<std::string, Range> limits;
  CompileOptions compile;
  /// The form that nn.attention is to get: for an integer one `name/probabilities` is measured, too
  /// (I1).
  AttentionForm attention = AttentionForm::Float;
  /// Statistics that samples gave before, with histograms, by key: a method that chooses among the
  /// others begins with its trials, and does not give the statistics back. Null: they are measured
  /// first.
  std::shared_ptr<const std::map<std::string, TensorStatistics>> known = {};
  MemoryBudget memory; // its `run`
  /// The profile of --insert-quant that the ranges are for: a method with histograms does not count
  /// values that get no steps of their own by it (valuesWithOwnSteps), and they keep min-max. It
  /// counts all where this is empty. An unknown profile is an error.
  std::string profile = {};
};

/// Measures a network on a device. Samples are shown in passes, all of them in each, or some in the
/// last (lastPassSamples); what is kept does not grow with them.
///
///   auto calibrator = Calibrator::create(network, "host", {.method = "entropy"});
///   do
///     for (…) calibrator->add({.inputs = inputs, .samples = n});
///   while (calibrator->nextPass());
///   network.calibrate(calibrator->finish());
class Calibrator {
public:
  static qrt::Expected<std::unique_ptr<Calibrator>>
  create(const Network &network, const std::string &device, const CalibratorOptions &options = {});
  /// The same for hosts with a module.
  static qrt::Expected<std::unique_ptr<Calibrator>>
  create(mlir::ModuleOp module, const std::string &device, const CalibratorOptions &options = {});
  virtual ~Calibrator() = default;

  /// The same in every pass.
  virtual const std::vector<Port> &inputs() const = 0;
  /// A value that tells samples apart only one by one; "" where batches of any size are as good.
  virtual const std::string &mixesSamples() const = 0;
  /// Returns how many samples to show at once in the pass under way, at most `wanted`, so that a
  /// run keeps within the budget.
  virtual int64_t batchFor(int64_t wanted) const = 0;

  struct Batch {
    std::span<const qrt::Tensor> inputs;
    int64_t samples; // rows of the inputs that are some; further ones fill up
    /// Returns what messages call sample i of the batch; absent: they give its number.
    std::function<std::string(int64_t)> place;
  };
  /// Fails, naming layer, sample and the place in an input, where a value that a layer with weights
  /// reads or makes is a NaN or an infinity, or a NaN is made by a layer that has an integer form.
  virtual qrt::Status add(const Batch &batch) = 0;
  /// passes() returns how many passes there are in all; nextPass() returns whether another one
  /// begins.
  virtual int passes() const = 0;
  /// Returns the number of samples that are enough for the last of several passes; nothing: it
  /// needs all. Whoever shows fewer chooses them by what they are, not by where they stand, so that
  /// order changes nothing; qrun takes those of the smallest SHA-256.
  virtual std::optional<int64_t> lastPassSamples() const = 0;
  virtual qrt::Expected<bool> nextPass() = 0;
  /// Returns what was measured, with its statistics; hashes and preprocessing are the caller's to
  /// add. This is the last call.
  virtual Calibration finish() = 0;
  /// Returns which other values are no numbers, a line each. An infinity counts as the end of f32,
  /// and whoever would compute on such steps stays float; a NaN does not count.
  virtual std::vector<std::string> warnings() const = 0;

private:
  std::shared_ptr<const void> owner; // what a network's own needs to live
};

} // namespace qopt
