// These structs tell which channels were rescaled. They are plain C++, since hosts without MLIR
// read them, too.
#pragma once

#include <string>
#include <vector>

namespace qopt {

struct RescaledLink {
  std::string producer;             // as it was called
  std::vector<std::string> readers; // layers
  float least = 1, greatest = 1;    // factors that its channels were divided by
};

struct SmoothedLayers {
  std::vector<RescaledLink> done;
  struct Skipped {
    std::string layers, reason;
  };
  std::vector<Skipped> skipped;
};

} // namespace qopt
