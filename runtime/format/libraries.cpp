#include "runtime/format/program.h"

#include <set>

namespace qrt {

std::vector<std::string> librariesOf(const Program &program) {
  std::set<std::string> names;
  for (const Node &node : program.nodes)
    visitLaunches(node, [&](const Launch &launch) {
      if (launch.library)
        names.insert(launch.library->library);
    });
  return {names.begin(), names.end()};
}

} // namespace qrt
