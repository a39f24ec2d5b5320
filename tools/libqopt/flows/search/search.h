// The result of a search for each layer's type: numbers for tables and JSON.
#pragma once

#include "tools/libqopt/flows/eval/gates.h"

#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// A network that the search made, and what came of it beside what it predicted.
struct SearchedNetwork {
  std::string name;                     // "f32", "int8", "mixed 1"
  std::vector<std::string> floatLayers; // of those with weights; of "f32" none is named
  double predictedSeconds = 0;          // of a run; of the uniform ones what their layers took
  double predictedNoise = 0;            // of uniform int8's error power: 1 is as much
  double seconds = 0;                   // the median of rounds in turn with the others
  double noise = 0;                     // as predictedNoise, on samples that judge
  std::optional<Loss> loss;             // against the float network
  std::vector<std::string> broken;      // messages of the bounds that do not hold
};

struct SearchResult {
  std::vector<SearchedNetwork> networks; // f32, int8, then mixed ones
  size_t chosen = 0;
  int64_t batch = 0, rounds = 0, samples = 0; // of times, of rounds, that judge
  size_t frontSize = 0;                       // assignments that none other beats, as predicted
  bool isCutShort = false;                    // seconds ended the trial of mixed ones
};

} // namespace qopt
