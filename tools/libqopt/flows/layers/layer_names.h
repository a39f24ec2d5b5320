// Layers of a network may have other names in the network that repairs made of it.
#pragma once

#include "passes/repair/rescaled_link.h"

#include <map>
#include <string>
#include <vector>

namespace qopt::run {

class LayerNames {
public:
  /// These channels were rescaled, in this order: what changed has another name.
  void follow(const std::vector<RescaledLink> &links);
  /// Returns what layers of the given network are called there; one that kept its name has it
  /// still.
  std::string in(const std::string &given) const;
  std::vector<std::string> in(std::vector<std::string> given) const;
  /// Returns what a layer is called in the network that was given.
  std::string given(const std::string &there) const;

private:
  std::map<std::string, std::string> there, before; // by the other name
};

} // namespace qopt::run
