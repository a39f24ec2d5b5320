// A model of a network's time on a device, where its layers have any types.
#pragma once

#include "tools/libqopt/flows/search/assign/assignment.h"
#include "tools/libqopt/flows/search/times/layer_graph.h"

namespace qopt::run {

/// Times are of one run, in seconds. A layer takes what it takes in the network whose layers all
/// have its type; a value that goes between layers of two types is converted, which takes a time
/// for each conversion and for each of its elements.
class TimeModel {
public:
  TimeModel() = default;
  /// `candidates`: of each layer.
  TimeModel(LayerGraph graph, size_t candidates);

  void setLayers(size_t candidate, const std::vector<double> &seconds);
  double secondsOf(size_t layer, size_t candidate) const { return times[candidate][layer]; }
  double all(size_t candidate) const;
  /// Learns what conversions take from a network that was measured whole; the later ones count as
  /// much as all before. It never falls below 0.
  void learn(const std::vector<size_t> &choice, double seconds);
  double predicted(const std::vector<size_t> &choice) const;
  /// Losses are 0. What is not `allowed` has no finite time.
  AssignmentProblem problem(const std::vector<std::vector<bool>> &allowed) const;
  double perElement() const { return secondsAnElement; }

private:
  double elementsBetween(const std::vector<size_t> &choice) const;
  double secondsOfLayers(const std::vector<size_t> &choice) const;

  LayerGraph graph;
  std::vector<std::vector<double>> times; // of each candidate and layer
  double secondsAnElement = 0;
  int64_t learnt = 0;
};

} // namespace qopt::run
