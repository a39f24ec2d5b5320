#include "tools/libqopt/flows/search/assignment.h"

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

class Front {
public:
  Front(const AssignmentProblem &problem, double resolution)
      : problem(problem), resolution(resolution), lastReader(problem.layers.size(), 0),
        incoming(problem.layers.size()) {
    for (const LayerEdge &edge : problem.edges) {
      lastReader[edge.from] = std::max(lastReader[edge.from], edge.to);
      incoming[edge.to].push_back(&edge);
    }
  }

  std::vector<Assignment> run() {
    labels.push_back({});
    states[{}] = {0};
    for (size_t layer = 0; layer < problem.layers.size(); ++layer)
      advance(layer);
    std::vector<Assignment> front;
    for (int64_t label : states[{}])
      front.push_back(assignmentOf(problem, choiceOf(label)));
    return front;
  }

private:
  using State = std::vector<size_t>; // candidates of the layers in `open`

  double edgeTime(const State &state, size_t layer, size_t candidate) const {
    double time = 0;
    for (const LayerEdge *edge : incoming[layer]) {
      const auto place = std::find(open.begin(), open.end(), edge->from) - open.begin();
      time += edge->times[state[size_t(place)]][candidate];
    }
    return time;
  }

  void advance(size_t layer) {
    std::map<State, std::vector<int64_t>> next;
    std::vector<size_t> stillOpen;
    for (size_t one : open)
      if (lastReader[one] > layer)
        stillOpen.push_back(one);
    const bool staysOpen = lastReader[layer] > layer;
    for (const auto &[state, own] : states)
      for (size_t candidate = 0; candidate < problem.layers[layer].size(); ++candidate) {
        State reached;
        for (size_t i = 0; i < open.size(); ++i)
          if (lastReader[open[i]] > layer)
            reached.push_back(state[i]);
        if (staysOpen)
          reached.push_back(candidate);
        const LayerCandidate &as = problem.layers[layer][candidate];
        const double time = as.time + edgeTime(state, layer, candidate);
        for (int64_t label : own) {
          const Label before = labels[size_t(label)];
          next[reached].push_back(int64_t(labels.size()));
          labels.push_back({before.time + time, before.loss + as.loss, label, candidate});
        }
      }
    if (staysOpen)
      stillOpen.push_back(layer);
    open = std::move(stillOpen);
    states = std::move(next);
    for (auto &[state, own] : states)
      prune(own);
  }

  double stepOf(double loss) const { return resolution > 0 ? std::floor(loss / resolution) : loss; }

  /// Keeps the labels that none other beats in both, the fastest first.
  void prune(std::vector<int64_t> &own) const {
    std::sort(own.begin(), own.end(), [&](int64_t a, int64_t b) {
      const Label &x = labels[size_t(a)], &y = labels[size_t(b)];
      return x.time != y.time ? x.time < y.time : x.loss < y.loss;
    });
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(own, [&](int64_t label) {
      const double step = stepOf(labels[size_t(label)].loss);
      if (step >= least)
        return true;
      least = step;
      return false;
    });
  }

  std::vector<size_t> choiceOf(int64_t label) const {
    std::vector<size_t> choice;
    for (; labels[size_t(label)].parent >= 0; label = labels[size_t(label)].parent)
      choice.push_back(labels[size_t(label)].candidate);
    std::reverse(choice.begin(), choice.end());
    return choice;
  }

  const AssignmentProblem &problem;
  const double resolution;
  std::vector<size_t> lastReader; // of each layer; 0: none
  std::vector<std::vector<const LayerEdge *>> incoming;
  std::vector<size_t> open;
  std::vector<Label> labels;
  std::map<State, std::vector<int64_t>> states;
};

} // namespace

std::vector<Assignment> paretoFront(const AssignmentProblem &problem, double resolution) {
  return Front(problem, resolution).run();
}

} // namespace qopt::run
