// A judged network is numbers of what it costs, for tables, JSON and bindings.
#pragma once

#include "tools/libqopt/flows/eval/gates.h"

#include <cmath>

namespace qopt {

/// This counts the samples with labels for which the class with the largest score is right.
struct RightAnswers {
  std::string output;
  int64_t right = 0, samples = 0;
  std::optional<int64_t> topFive; // among the five largest; of more than five classes
};

struct JudgedNetwork {
  std::string recipe; // the setting: "mixed, auto, rounded"; of networks that quantize made
  std::vector<std::string> floatLayers;  // that were left float; of the float network none is named
  double floatMacs = 0;                  // percent of all multiply-adds that these layers take
  std::vector<std::string> broken;       // messages of the gates that do not hold
  int64_t integerLayers = 0, layers = 0; // with weights
  int64_t weightBytes = 0;
  double secondsPerSample = NAN; // the median of the batches behind the first; NaN: there is none
  std::optional<RightAnswers> rightAnswers;
  std::optional<Loss> loss; // against the float network; of that itself nothing
};

/// The conditions under which networks were judged.
struct JudgedHow {
  std::string device;
  int64_t samples = 0, batch = 0;
  bool isLabelled = false, tellsClasses = false, hasEmbeddings = false;
  size_t outputs = 1;         // that are judged
  std::string labelledOutput; // that labels are of
};

} // namespace qopt
