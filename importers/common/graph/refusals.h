// Collects why layers cannot be written: each reason with the layers that it holds for.
#pragma once

#include "ir/values/keys.h"

#include "llvm/ADT/StringExtras.h"

#include <string>
#include <vector>

namespace qopt {

class Refusals {
public:
  void add(const std::string &why, mlir::Operation *op) {
    auto known = llvm::find_if(reasons, [&](const auto &entry) { return entry.first == why; });
    if (known == reasons.end())
      known = reasons.insert(reasons.end(), {why, {}});
    known->second.push_back(nn::layerName(op));
  }
  bool empty() const { return reasons.empty(); }
  std::string text() const {
    std::string all;
    for (const auto &[why, layers] : reasons)
      all += (all.empty() ? "" : "\n  ") + why + ", in " + llvm::join(layers, ", ");
    return all;
  }

private:
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
};

} // namespace qopt
