// Measures what a network's layers take as each kernel that they may run as.
#pragma once

#include "tools/libqopt/qopt.h"

#include <limits>

namespace qopt {

/// A call that several kernels compute, for a range of batches; whichever layers it is of.
struct TunedLayer {
  std::string call, device; // keys of tuning databases
  int64_t from = 1;         // of the range
  int64_t batch = 1;        // that is run
  std::vector<std::string> layers;
  struct Candidate {
    std::string row, parameters;
  };
  std::vector<Candidate> candidates; // two or more, the likeliest first; heuristics take the first
  bool isFixed = false;              // it has one range, and `batch` says nothing
};

/// Measures on a device, each layer as a program of its own. One thread at a time.
class Tuner {
public:
  struct Options {
    std::vector<int64_t> batches = {1}; // in ranges of their own; a fixed batch has one
    uint64_t seed = 1;                  // of the noise that layers are fed
    qrt::FloatOrder floatOrder = qrt::FloatOrder::Fast; // as CompileOptions'
    int mostRuns = 200;
    double warmup = 0.05; // seconds of runs that do not count: clocks rise again after compiling
    double seconds = 0.1; // that a kernel's runs last, unless they are as many before
    std::vector<std::string> libraries = {}; // as CompileOptions'
  };
  /// The device is held; the module need not live on, its context must. Fails where the
  /// device takes no kernels.
  static qrt::Expected<std::unique_ptr<Tuner>>
  create(mlir::ModuleOp module, std::shared_ptr<qrt::Device> device, const Options &options);
  virtual ~Tuner() = default;

  virtual const std::vector<TunedLayer> &layers() const = 0;

  struct Times {
    std::vector<double> seconds; // a run of the layer each, inputs and outputs on the device
    std::string refusal;         // why there are none: another answer than heuristics', no kernel
    bool mayPass = false;        // the refusal is of this moment, as where others have the memory
  };
  /// Once is enough of what takes longer than `patience`. Fails where the device no longer runs
  /// anything.
  virtual qrt::Expected<Times>
  measure(size_t layer, size_t candidate,
          double patience = std::numeric_limits<double>::infinity()) = 0;
};

/// Another one where a kernel's text is.
std::string kernelHash();

/// The least batches that tell ranges apart, and those that heuristics choose for.
std::vector<int64_t> firstBatches();
std::vector<int64_t> typicalBatches();

} // namespace qopt
