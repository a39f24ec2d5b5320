// A model tells from few measured networks how large the outputs' error is where layers have any
// types.
#pragma once

#include <cstddef>
#include <vector>

namespace qopt::run {

/// The error of a network with some types of layers beside the float network's answers to the same
/// samples: elements of all outputs one after another, each output's over the root of its power, so
/// that the squares of an output add up to its relative error.
using ErrorVector = std::vector<double>;

/// The power of each output's error over that of the output; infinite where it is no number.
using NoisePowers = std::vector<double>;

double worstOf(const NoisePowers &noise);

/// Candidate 0 of each layer is float and adds no error. To first order errors of layers add up as
/// vectors, so that the power of their sum has the pairs of layers whose errors go together or
/// against each other. Where all layers are narrow, each one's error is computed from inputs that
/// are wrong already: the anchor, a network of narrow layers alone, tells the factor by which the
/// sum's power is off there; the factor holds to the power s² where layers of a share s of the
/// errors' power are narrow. Networks that were measured whole correct the prediction of networks
/// like them: by the mean of the logarithms of their factors, weighted by 1/(d + 0.001)² beside a
/// factor of 1 of weight 10, where d is the share of the errors' power of the layers that differ
/// (Shepard, 1968).
class ErrorModel {
public:
  /// `outputSizes`: the elements of each output in a vector. `candidates`: of each layer.
  ErrorModel(std::vector<size_t> outputSizes, std::vector<size_t> candidates);

  /// The error of a network whose layers are all float, as repairs of weights for integers leave
  /// one; it is a part of every other error. To be called before the others.
  void setFloor(ErrorVector errors) { floor = std::move(errors); }
  /// This layer alone has this candidate, all others are float.
  void setAlone(size_t layer, size_t candidate, ErrorVector errors);
  /// A finite error is known of it; of candidate 0 always.
  bool knows(size_t layer, size_t candidate) const;
  /// All layers with an error are narrow.
  void setAnchor(const std::vector<size_t> &choice, NoisePowers noise);
  /// A network that was measured whole; it replaces an earlier one of the same choice.
  void learn(const std::vector<size_t> &choice, NoisePowers noise);
  /// The error of the network that has no narrow layer is added to each prediction.
  void setBase(NoisePowers noise) { base = std::move(noise); }

  NoisePowers noiseOf(const std::vector<size_t> &choice) const;
  double worst(const std::vector<size_t> &choice) const { return worstOf(noiseOf(choice)); }
  /// The worst output's power of what the layer's error alone adds to the floor.
  double alone(size_t layer, size_t candidate) const;
  /// Twice the inner product of two layers' errors, of the output in which it is largest: what the
  /// pair adds beyond both, or takes away.
  double pair(size_t layer, size_t candidate, size_t other, size_t otherCandidate) const;

private:
  struct Known {
    std::vector<size_t> choice;
    std::vector<double> factors; // logarithms, of each output
  };

  NoisePowers powersOf(const ErrorVector &errors) const;
  NoisePowers sumOf(const std::vector<size_t> &choice) const;
  NoisePowers priorOf(const std::vector<size_t> &choice) const;
  double shareOf(const std::vector<size_t> &choice) const;
  double distance(const std::vector<size_t> &a, const std::vector<size_t> &b) const;
  double weightOf(size_t layer, size_t candidate) const;

  std::vector<size_t> sizes;
  ErrorVector floor;                            // empty: none
  std::vector<std::vector<ErrorVector>> errors; // of each layer and candidate; empty: not known
  std::vector<std::vector<double>> powers;      // their worst outputs'
  NoisePowers base;
  std::vector<size_t> anchor;
  std::vector<double> anchorFactors;
  double anchorPower = 0;
  std::vector<Known> known;
};

} // namespace qopt::run
