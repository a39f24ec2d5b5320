// One program tells what each layer of a quantized network, by each cause, adds to a direction
// at its outputs, sample by sample.
#pragma once

#include "tools/libqopt/flows/explain/causes.h"
#include "tools/libqopt/flows/explain/joined_networks.h"

#include <map>

namespace qopt::run {

/// This says where the share of one layer and cause lies.
struct Contribution {
  size_t layer; // of Attribution::layers
  Cause cause;
  size_t result;      // of the program
  int64_t perRow = 0; // elements of the result for each sample; 0: it tells of the run
};

/// A value of the float network that the quantized one rounds.
struct AttributedLayer {
  /// The layer with weights whose result it is, or the value's own key, and its operation:
  /// "conv1", "conv2d".
  std::string name, operation;
  std::string value; // the key by which both networks have it: "relu1"
  std::string type;  // of the quantized network's: "qi8", "f32"
  bool hasWeights = false;
  /// The name of the only layer with weights that reads an input. Where that layer is float,
  /// nothing rounds the input any more.
  std::string reader = {};
};

/// An output of real values.
struct AttributedOutput {
  std::string name;
  size_t here, there; // results of the program: the float network's, and the quantized one's
  nn::SymbolicShape shape;
};

/// A run is asked for e·weight + direction of an output, e its error.
struct AskedDirection {
  float weight = 0;
  qrt::Tensor direction; // of the output's shape; absent: 0
};

struct Attribution {
  std::vector<AttributedLayer> layers; // as the float network computes them
  std::vector<Contribution> contributions;
  std::vector<AttributedOutput> outputs;
  std::vector<std::string> unexplained; // layers whose adjoint is not known, or outputs of integers
  /// For each value whose measured range is wider than its steps hold, this gives how many times as
  /// wide it is.
  std::map<std::string, double> widths;
  Subject program;

  /// Returns the inputs of a run of the program: the networks' own, then a direction for each
  /// output.
  std::vector<qrt::Tensor> inputs(std::vector<qrt::Tensor> own, int64_t rows,
                                  llvm::ArrayRef<AskedDirection> asked) const;
};

qrt::Expected<Attribution> attribute(JoinedNetworks joined, const std::string &device,
                                     const CompileSettings &compile);

} // namespace qopt::run
