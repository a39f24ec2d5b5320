#include "tools/libqopt/flows/search/times/time_model.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace qopt::run {

// A conversion is one more step of a program, which takes as long as so many elements.
static constexpr double elementsOfStep = 256;

TimeModel::TimeModel(LayerGraph given, size_t candidates)
    : graph(std::move(given)),
      times(candidates, std::vector<double>(graph.layers.size(), HUGE_VAL)) {}

void TimeModel::setLayers(size_t candidate, const std::vector<double> &seconds) {
  times[candidate] = seconds;
}

double TimeModel::all(size_t candidate) const {
  return std::accumulate(times[candidate].begin(), times[candidate].end(), 0.0);
}

double TimeModel::elementsBetween(const std::vector<size_t> &choice) const {
  double elements = 0;
  for (const LayerLink &link : graph.links)
    elements += choice[link.from] != choice[link.to] ? link.elements + elementsOfStep : 0;
  return elements;
}

double TimeModel::secondsOfLayers(const std::vector<size_t> &choice) const {
  double seconds = 0;
  for (size_t i = 0; i < choice.size(); ++i)
    seconds += times[choice[i]][i];
  return seconds;
}

void TimeModel::learn(const std::vector<size_t> &choice, double seconds) {
  const double elements = elementsBetween(choice), rest = seconds - secondsOfLayers(choice);
  if (elements == 0 || !std::isfinite(rest))
    return;
  const double found = std::max(0.0, rest / elements);
  secondsAnElement = learnt++ ? (secondsAnElement + found) / 2 : found;
}

double TimeModel::predicted(const std::vector<size_t> &choice) const {
  return secondsOfLayers(choice) + elementsBetween(choice) * secondsAnElement;
}

AssignmentProblem TimeModel::problem(const std::vector<std::vector<bool>> &allowed) const {
  AssignmentProblem problem;
  for (size_t i = 0; i < graph.layers.size(); ++i) {
    problem.layers.emplace_back();
    for (size_t c = 0; c < times.size(); ++c)
      problem.layers.back().push_back({allowed[i][c] ? times[c][i] : HUGE_VAL, 0});
  }
  for (const LayerLink &link : graph.links) {
    const double seconds = (link.elements + elementsOfStep) * secondsAnElement;
    LayerEdge edge{link.from, link.to, {}};
    for (size_t i = 0; i < times.size(); ++i) {
      edge.times.emplace_back(times.size(), seconds);
      edge.times.back()[i] = 0;
    }
    problem.edges.push_back(std::move(edge));
  }
  return problem;
}

} // namespace qopt::run
