// The type that each layer takes, chosen by a dynamic program: least time for each loss that a
// network may have.
#pragma once

#include <cstddef>
#include <vector>

namespace qopt::run {

/// A layer may run as this. One whose time or loss is no finite number is never chosen.
struct LayerCandidate {
  double time = 0; // seconds
  double loss = 0; // in any unit that adds up over layers; may be negative
};

/// A value goes from one layer to a later one; by their candidates that takes `times` seconds:
/// times[i][j], where the first runs as its candidate i and the second as its j. All are finite.
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

struct FrontLimits {
  /// Partial sums of the same state whose losses fall into one step of this size count as equal, of
  /// which the fastest is kept; with 0 nothing is lost by it.
  double resolution = 0;
  /// At most so many partial assignments are followed from layer to layer; 1 or more.
  size_t beam = 4096;
};

struct AssignmentFront {
  std::vector<Assignment> assignments; // those that none other beats in both, the fastest first
  bool isCut = false;                  // the beam was full: better ones may be missing
};

/// The assignments that none other beats in both time and loss: a dynamic program over the layers
/// in their order, whose states are the candidates of layers that later ones read from. It is exact
/// with a resolution of 0 where the beam is never full. A full beam keeps the fastest assignments
/// of each part of the range of losses, of whatever state. The result is empty where a layer has no
/// candidate of finite time and loss.
AssignmentFront paretoFront(const AssignmentProblem &problem, const FrontLimits &limits);

} // namespace qopt::run
