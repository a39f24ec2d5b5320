// What the result of every flow says beside its own. For bindings: a plain struct.
#pragma once

#include "tools/libqopt/flows/reports/hooks.h"

#include <vector>

namespace qopt {

struct FlowResult {
  /// One for each step, as the command line has it, with the names that the options give.
  std::vector<std::string> commands;
  /// What to do with the result next, likewise; of some flows nothing follows.
  std::vector<std::string> next;
  /// What was remarked, in order, those that a hook was told of, too.
  std::vector<Remark> remarks;
};

} // namespace qopt
