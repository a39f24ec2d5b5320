// Assignments worth making: on the front of time and predicted error, pairs of layers included.
#pragma once

#include "tools/libqopt/flows/search/assign/assignment.h"

#include <functional>

namespace qopt::run {

/// Tells the error of a choice; infinite or NaN of one that must not be made.
using PredictError = std::function<double(const std::vector<size_t> &choice)>;

/// Assignments of `problem`, whose losses are `error`, of which none beats another in both time and
/// loss, the fastest first. `problem` has times alone. Around each of `starts` the error is taken
/// for a sum of what single layers change there, the dynamic program finds the front of that sum,
/// and its members are told apart by `error`; then single layers change where that gives members
/// that none beats. Three times at most 48 of the members, from all over the front, are changed so;
/// fewer where there are more than 400 layers.
AssignmentFront proposals(const AssignmentProblem &problem, const PredictError &error,
                          const std::vector<std::vector<size_t>> &starts,
                          const FrontLimits &limits);

} // namespace qopt::run
