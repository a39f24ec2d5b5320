// Repairs of a float network, so that its quantized form answers better: samples go by, weights and
// biases change.
#pragma once

#include "passes/repair/rescaled_link.h"
#include "tools/libqopt/calibrator.h"
#include "tools/libqopt/memory_budget.h"

namespace qopt {

struct RepairerOptions {
  bool equalizes = false;
  /// Channels of what depthwise convolutions alone read get one magnitude (even_channels.h).
  bool evensChannels = false;
  std::optional<double> smoothing; // alpha of SmoothQuant
  bool rounds = false, correctsBias = false;
  unsigned bits = 8; // of the weights, as quantized; sequential fits scales of 4 or fewer
  /// Layers whose weights have 8 bits all the same, by name.
  std::vector<std::string> bits8;
  /// Weights of a channel that share a scale, as --quantize-weights stores them; 0: all of them,
  /// as --insert-quant has it. Layers of fewer weights than that pass stores stay as they are.
  int64_t group = 0;
  /// Layers are rounded one after the other, each to answer as the float one does for what the
  /// rounded ones before it make. There is a pass for each layer of the longest way, or more.
  bool sequential = false;
  int64_t samples = 200; // how many there are
  /// A repair looks at so many of a layer's input at most, of all samples together; eight for each
  /// term where that is less, but a quarter of these at least.
  int64_t rows = 16384;
  MemoryBudget memory; // its `run` and `sums`
  /// Layers by name: these alone, or all but these.
  std::vector<std::string> only, except;
  CompileOptions compile;

  /// Tells whether samples are needed.
  bool measures() const { return rounds || correctsBias || evensChannels || smoothing.has_value(); }
};

struct RepairReport {
  struct Layer {
    std::string name;
    double errorBefore = 0, errorAfter = 0; // mean squares, of an output
    double biasChange = 0;                  // the largest
    int64_t rows = 0, terms = 0;            // that were looked at; weights of a channel
    int64_t heldChannels = 0;
    std::string note; // why its bias is as it was, where it was to be corrected
  };
  /// Names of layers that are not measured: sums over pairs of so many weights take too much memory
  /// and time.
  std::vector<std::string> tooWide;
  std::vector<Layer> layers; // rounded, or with a corrected bias
  std::vector<RescaledLink> equalized;
  SmoothedLayers evened, smoothed;
};

/// Repairs a module, which has its final form after finish(). Samples are shown in passes, all of
/// them in each and in one order; what is kept does not grow with them, and the result depends
/// neither on their batches nor on threads where the device's values do not.
///
///   auto repairer = Repairer::create(module, "host", {.rounds = true, .samples = total});
///   for (int pass = 0; pass < repairer->passes(); ++pass) {
///     for (… where repairer->readsSamples()) repairer->add({.inputs = inputs, .samples = n});
///     repairer->endPass();
///   }
///   repairer->finish();
class Repairer {
public:
  static qrt::Expected<std::unique_ptr<Repairer>>
  create(mlir::ModuleOp module, const std::string &device, const RepairerOptions &options);
  virtual ~Repairer() = default;

  /// Returns how many layers there are to repair.
  virtual size_t layers() const = 0;
  /// A value that tells samples apart only one by one; "" where batches of any size are as good.
  virtual const std::string &mixesSamples() const = 0;
  virtual int passes() const = 0;
  /// Tells whether the next pass is to be shown the samples. What it needs of them may be at hand,
  /// and then endPass() is all of it.
  virtual bool readsSamples() const = 0;
  /// Returns how many samples to show at once in the pass under way, at most `wanted`, so that a
  /// run keeps within the budget.
  virtual int64_t batchFor(int64_t wanted) const = 0;
  /// Fails, naming layer and sample, where a value is a NaN or an infinity.
  virtual qrt::Status add(const Calibrator::Batch &batch) = 0;
  virtual qrt::Status endPass() = 0;
  virtual RepairReport finish() = 0;
};

} // namespace qopt
