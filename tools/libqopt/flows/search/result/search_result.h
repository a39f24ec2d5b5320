// The result of a search for each layer's type. For bindings: plain structs.
#pragma once

#include "tools/libqopt/flows/eval/gates.h"
#include "tools/libqopt/flows/reports/flow_result.h"

#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace qopt {

/// A network that the search made, and what came of it beside what was predicted before.
struct SearchedNetwork {
  std::string name;                     // "f32", "int8", "mixed 1"
  std::string floats = "f32";           // what its floats lie in memory as
  std::vector<std::string> floatLayers; // of those with weights; of a uniform float network none
  std::vector<std::string> wideLayers;  // of int16
  double predictedSeconds = 0;          // of a run; of uniform ones what their layers took
  double seconds = 0;                   // the median of rounds in turn with the others
  /// The worst output's error over its power, on samples that calibrate; NaN where nothing was
  /// searched, so that it was not measured.
  double predictedNoise = NAN, noise = NAN;
  std::optional<Loss> chosenBy, loss;        // by the samples that choose, and by those that judge
  std::vector<std::string> brokenBy, broken; // messages of the bounds that do not hold there
  bool holds() const { return brokenBy.empty() && broken.empty() && loss; }
  bool isMixed() const { return !floatLayers.empty() || !wideLayers.empty(); }
};

/// A layer with weights, and what was measured of it.
struct SearchedLayer {
  std::string name, type;               // in the chosen network
  double floatSeconds = 0, seconds = 0; // as float and in int8, in networks of one type
  /// The worst output's relative error where this layer alone is int8 among floats; nothing where
  /// time ended before.
  std::optional<double> alone;
  /// The part of the int8 network's error that is gone if this layer alone is float.
  std::optional<double> gone;
};

/// Two layers whose errors go together, or against each other where `added` is negative.
struct SearchedPair {
  std::string first, second;
  double added = 0; // relative error beyond that of both
};

/// A uniform type that took no part: it is no faster than f32, which loses less.
struct DroppedType {
  std::string name;
  double ratio = 0; // of its time over that of f32
};

/// The agreement of predictions, made before networks were measured, with what came.
struct Prediction {
  int64_t networks = 0;
  double rankCorrelation = 0; // Spearman's
  double medianRatio = 1;     // of what was predicted over what came
};

struct SearchResult : FlowResult {
  std::vector<SearchedNetwork> networks; // uniform ones, then mixed ones
  /// This is the chosen one's place in `networks`. It has no value where no network is within the
  /// bounds, or where the policy's is not; `bytecode` and `policy` are empty then.
  std::optional<size_t> chosen;
  std::string bytecode; // the chosen network, as a .mlirbc file has it
  std::string policy;   // its layers' types, as a policy file says them
  std::vector<SearchedLayer> layers;
  std::vector<SearchedPair> pairs; // the strongest ones
  std::vector<DroppedType> dropped;
  Prediction noise, mixedNoise, mixedTime; // of all that were measured whole, of mixed networks
  int64_t batch = 0, rounds = 0;           // of times
  int64_t measured = 0, choosing = 0, judging = 0; // samples
  size_t frontSize = 0;    // assignments that none other beats, as last predicted
  bool isFrontCut = false; // the program's beam was full
  bool isCutShort = false; // seconds ended measurements or the trial of mixed networks

  /// Returns the chosen network's numbers; null where none is chosen.
  const SearchedNetwork *choice() const { return chosen ? &networks[*chosen] : nullptr; }
};

} // namespace qopt
