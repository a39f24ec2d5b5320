#include "tools/libqopt/flows/search/assign/proposals.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace qopt::run {
namespace {

class Proposals {
public:
  Proposals(const AssignmentProblem &problem, const PredictError &error)
      : problem(problem), error(error) {}

  void add(std::vector<size_t> choice) {
    Assignment made = assignmentOf(problem, std::move(choice));
    made.loss = error(made.choice);
    if (std::isfinite(made.time) && std::isfinite(made.loss))
      members.push_back(std::move(made));
  }

  /// Adds the front of what single layers change of the error around a choice.
  bool addAround(const std::vector<size_t> &start, const FrontLimits &limits) {
    AssignmentProblem sum = problem;
    for (size_t i = 0; i < sum.layers.size(); ++i)
      for (size_t c = 0; c < sum.layers[i].size(); ++c)
        sum.layers[i][c].loss = changedError(start, i, c) - changedError(start, i, 0);
    FrontLimits own = limits;
    own.resolution = limits.resolution * std::max(error(start), 0.0);
    const AssignmentFront front = paretoFront(sum, own);
    for (const Assignment &one : front.assignments)
      add(one.choice);
    return front.isCut;
  }

  /// Leaves those that none beats, the fastest first.
  void prune() {
    std::sort(members.begin(), members.end(), [](const Assignment &a, const Assignment &b) {
      return a.time != b.time ? a.time < b.time : a.loss < b.loss;
    });
    double least = std::numeric_limits<double>::infinity();
    std::erase_if(members, [&](const Assignment &one) {
      const bool isBeaten = one.loss >= least;
      least = std::min(least, one.loss);
      return isBeaten;
    });
  }

  /// Adds what comes of changing one layer of `count` members, from all over the front.
  void change(size_t count) {
    const std::vector<Assignment> before = members;
    const size_t most = std::min(count, before.size());
    for (size_t k = 0; k < most; ++k) {
      const size_t place = most > 1 ? k * (before.size() - 1) / (most - 1) : 0;
      for (size_t i = 0; i < problem.layers.size(); ++i)
        for (size_t c = 0; c < problem.layers[i].size(); ++c)
          if (c != before[place].choice[i]) {
            std::vector<size_t> choice = before[place].choice;
            choice[i] = c;
            add(std::move(choice));
          }
    }
    prune();
  }

  std::vector<Assignment> members;

private:
  double changedError(std::vector<size_t> choice, size_t layer, size_t candidate) const {
    choice[layer] = candidate;
    return error(choice);
  }

  const AssignmentProblem &problem;
  const PredictError &error;
};

} // namespace

AssignmentFront proposals(const AssignmentProblem &problem, const PredictError &error,
                          const std::vector<std::vector<size_t>> &starts,
                          const FrontLimits &limits) {
  constexpr size_t rounds = 3, most = 48, changes = 20000;
  const size_t count = std::clamp<size_t>(changes / (problem.layers.size() + 1), 1, most);
  Proposals all(problem, error);
  bool isCut = false;
  for (const std::vector<size_t> &start : starts) {
    all.add(start);
    isCut |= all.addAround(start, limits);
  }
  all.prune();
  for (size_t round = 0; round < rounds; ++round)
    all.change(count);
  return {std::move(all.members), isCut};
}

} // namespace qopt::run
