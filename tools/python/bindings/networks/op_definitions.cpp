#include "tools/python/bindings/networks/op_definitions.h"

#include <algorithm>

namespace qopt::python {

const std::vector<OpDefinition> &opDefinitions() {
  static const std::vector<OpDefinition> all = {
#include "tools/python/op_definitions.inc"
  };
  return all;
}

const OpDefinition *findOpDefinition(std::string_view name) {
  const std::vector<OpDefinition> &all = opDefinitions();
  auto found = std::lower_bound(all.begin(), all.end(), name,
                                [](const OpDefinition &one, auto text) { return one.name < text; });
  return found != all.end() && found->name == name ? &*found : nullptr;
}

} // namespace qopt::python
