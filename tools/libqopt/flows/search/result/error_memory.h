// A search keeps what it measured of errors, so that a later one goes on from there.
#pragma once

#include "runtime/numerics/types/status.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// The errors of a network on samples that calibrate, beside the float network's outputs.
struct MeasuredErrors {
  /// Elements of all outputs one after another, each output's over the root of its power.
  std::vector<double> errors;
  std::vector<double> noise; // the power of each output's error over the output's
};

/// A store of earlier measurements by the network's types as text ("ff8w"); without functions
/// nothing is kept. They are called on the caller's thread and throw nothing. Times are of the
/// moment and never kept.
struct ErrorMemory {
  /// Called first, with a sum of all that the measurements depend on; an error ends the search.
  std::function<qrt::Status(const std::string &setting)> begin;
  std::function<std::optional<MeasuredErrors>(const std::string &types)> recall;
  std::function<void(const std::string &types, const MeasuredErrors &measured)> keep;
};

} // namespace qopt
