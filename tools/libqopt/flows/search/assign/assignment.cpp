#include "tools/libqopt/flows/search/assign/assignment.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>

namespace qopt::run {

Assignment assignmentOf(const AssignmentProblem &problem, std::vector<size_t> choice) {
  Assignment made;
  for (size_t i = 0; i < choice.size(); ++i) {
    made.time += problem.layers[i][choice[i]].time;
    made.loss += problem.layers[i][choice[i]].loss;
  }
  for (const LayerEdge &edge : problem.edges)
    made.time += edge.times[choice[edge.from]][choice[edge.to]];
  made.choice = std::move(choice);
  return made;
}

namespace {

/// A choice of the layers so far; its layers before are its parent's.
struct Label {
  double time = 0, loss = 0;
  int64_t parent = -1; // among all labels
  size_t candidate = 0;
};

using State = std::vector<size_t>; // candidates of the open layers
using Labels = std::vector<Label>;

/// The faster one first; of equal times the one of less loss.
bool isBefore(const Label &a, const Label &b) {
  return a.time != b.time ? a.time < b.time : a.loss < b.loss;
}

class Front {
public:
  Front(const AssignmentProblem &problem, const FrontLimits &limits)
      : problem(problem), limits(limits), lastReader(problem.layers.size(), 0),
        incoming(problem.layers.size()) {
    for (const LayerEdge &edge : problem.edges) {
      lastReader[edge.from] = std::max(lastReader[edge.from], edge.to);
      incoming[edge.to].push_back(&edge);
    }
  }

  AssignmentFront run() {
    kept.push_back({});
    states[{}] = {0};
    for (size_t layer = 0; layer < problem.layers.size(); ++layer)
      advance(layer);
    AssignmentFront front;
    front.isCut = isCut;
    for (int64_t label : states[{}])
      front.assignments.push_back(assignmentOf(problem, choiceOf(label)));
    return front;
  }

private:
  double edgeTime(const State &state, size_t layer, size_t candidate) const {
    double time = 0;
    for (const LayerEdge *edge : incoming[layer]) {
      const auto place = std::find(open.begin(), open.end(), edge->from) - open.begin();
      time += edge->times[state[size_t(place)]][candidate];
    }
    return time;
  }

  State reached(const State &state, size_t layer, size_t candidate) const {
    State next;
    for (size_t i = 0; i < open.size(); ++i)
      if (lastReader[open[i]] > layer)
        next.push_back(state[i]);
    if (lastReader[layer] > layer)
      next.push_back(candidate);
    return next;
  }

  void advance(size_t layer) {
    std::map<State, Labels> next;
    for (const auto &[state, own] : states)
      for (size_t candidate = 0; candidate < problem.layers[layer].size(); ++candidate) {
        const LayerCandidate &as = problem.layers[layer][candidate];
        if (!std::isfinite(as.time) || !std::isfinite(as.loss))
          continue;
        const double time = as.time + edgeTime(state, layer, candidate);
        Labels &grown = next[reached(state, layer, candidate)];
        for (int64_t label : own) {
          const Label &before = kept[size_t(label)];
          grown.push_back({before.time + time, before.loss + as.loss, label, candidate});
        }
      }
    std::erase_if(open, [&](size_t one) { return lastReader[one] <= layer; });
    if (lastReader[layer] > layer)
      open.push_back(layer);
    for (auto &[state, own] : next)
      prune(own);
    cut(next);
    keep(next);
  }

  double stepOf(double loss) const {
    return limits.resolution > 0 ? std::floor(loss / limits.resolution) : loss;
  }

  /// Keeps the labels that none other beats in both, the fastest first.
  void prune(Labels &own) const {
    std::sort(own.begin(), own.end(), isBefore);
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(own, [&](const Label &label) {
      const double step = stepOf(label.loss);
      if (step >= least)
        return true;
      least = step;
      return false;
    });
  }

  /// Leaves as many labels as the beam holds.
  void cut(std::map<State, Labels> &next) {
    std::vector<const Label *> all;
    for (const auto &[state, own] : next)
      for (const Label &label : own)
        all.push_back(&label);
    if (all.size() <= limits.beam)
      return;
    isCut = true;
    const std::vector<const Label *> chosen = spread(std::move(all));
    for (auto &[state, own] : next) {
      Labels left;
      for (const Label &label : own)
        if (std::binary_search(chosen.begin(), chosen.end(), &label))
          left.push_back(label);
      own = std::move(left);
    }
    std::erase_if(next, [](const auto &one) { return one.second.empty(); });
  }

  /// Returns the fastest of each of equal parts of the range of losses, in the order of addresses.
  std::vector<const Label *> spread(std::vector<const Label *> all) const {
    const size_t parts = std::max<size_t>(1, limits.beam / 16);
    const auto [least, most] = std::minmax_element(
        all.begin(), all.end(), [](const Label *a, const Label *b) { return a->loss < b->loss; });
    const double low = (*least)->loss, width = (*most)->loss - low;
    std::sort(all.begin(), all.end(),
              [](const Label *a, const Label *b) { return isBefore(*a, *b); });
    std::vector<size_t> taken(parts);
    std::vector<const Label *> chosen;
    for (const Label *label : all) {
      const double place = width > 0 ? (label->loss - low) / width * double(parts) : 0;
      size_t &count = taken[std::min(parts - 1, size_t(place))];
      if (count < limits.beam / parts && ++count)
        chosen.push_back(label);
    }
    std::sort(chosen.begin(), chosen.end());
    return chosen;
  }

  void keep(std::map<State, Labels> &next) {
    states.clear();
    for (const auto &[state, own] : next)
      for (const Label &label : own) {
        states[state].push_back(int64_t(kept.size()));
        kept.push_back(label);
      }
  }

  std::vector<size_t> choiceOf(int64_t label) const {
    std::vector<size_t> choice;
    for (; kept[size_t(label)].parent >= 0; label = kept[size_t(label)].parent)
      choice.push_back(kept[size_t(label)].candidate);
    std::reverse(choice.begin(), choice.end());
    return choice;
  }

  const AssignmentProblem &problem;
  const FrontLimits &limits;
  std::vector<size_t> lastReader; // of each layer; 0: none
  std::vector<std::vector<const LayerEdge *>> incoming;
  std::vector<size_t> open;
  Labels kept;
  std::map<State, std::vector<int64_t>> states;
  bool isCut = false;
};

} // namespace

AssignmentFront paretoFront(const AssignmentProblem &problem, const FrontLimits &limits) {
  return Front(problem, limits).run();
}

} // namespace qopt::run
