#include "tools/libqopt/flows/layers/layer_names.h"

namespace qopt::run {

void LayerNames::follow(const std::vector<RescaledLink> &links) {
  for (const RescaledLink &link : links)
    for (const auto &[was, is] : link.renamed) {
      const std::string first = given(was);
      before.erase(was);
      before[is] = first;
      there[first] = is;
    }
}

std::string LayerNames::in(const std::string &name) const {
  auto found = there.find(name);
  return found == there.end() ? name : found->second;
}

std::vector<std::string> LayerNames::in(std::vector<std::string> names) const {
  for (std::string &name : names)
    name = in(name);
  return names;
}

std::string LayerNames::given(const std::string &name) const {
  auto found = before.find(name);
  return found == before.end() ? name : found->second;
}

} // namespace qopt::run
