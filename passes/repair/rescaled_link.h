// These structs tell which channels were rescaled. They are plain C++, since hosts without MLIR
// read them, too.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace qopt {

struct RescaledLink {
  std::string producer;             // as it was called
  std::vector<std::string> readers; // layers
  float least = 1, greatest = 1;    // factors that its channels were divided by
  /// Operations that have another name since: what they were called, and what they are.
  std::vector<std::pair<std::string, std::string>> renamed = {};
};

struct SmoothedLayers {
  std::vector<RescaledLink> done;
  struct Skipped {
    std::string layers, reason;
  };
  std::vector<Skipped> skipped;
};

} // namespace qopt
