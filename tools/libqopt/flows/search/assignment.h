// The type that each layer takes, chosen exactly: least time for each loss that a network may have.
#pragma once

#include <cstddef>
#include <vector>

namespace qopt::run {

/// A layer may run as this.
struct LayerCandidate {
  double time = 0; // seconds
  double loss = 0; // in any unit that adds up over layers; may be negative
};

/// A value goes from one layer to a later one; by their candidates that takes `times` seconds:
/// times[i][j], where the first runs as its candidate i and the second as its j.
struct LayerEdge {
  size_t from = 0, to = 0;
  std::vector<std::vector<double>> times;
};

struct AssignmentProblem {
  std::vector<std::vector<LayerCandidate>> layers; // each has one candidate or more
  std::vector<LayerEdge> edges;                    // from < to; several of the same two add up
};

struct Assignment {
  double time = 0, loss = 0;
  std::vector<size_t> choice; // a candidate of each layer
};

/// The time and the loss of a choice.
Assignment assignmentOf(const AssignmentProblem &problem, std::vector<size_t> choice);

/// The assignments that none other beats in both time and loss, the fastest first: a dynamic
/// program over the layers in their order, whose states are the candidates of layers that later
/// ones read from. Partial sums of the same state whose losses fall into one step of `resolution`
/// count as equal, of which the fastest is kept; with 0 the answer is exact. Work grows with the
/// candidates to the power of the values that are alive at once, as in any elimination.
std::vector<Assignment> paretoFront(const AssignmentProblem &problem, double resolution);

} // namespace qopt::run
