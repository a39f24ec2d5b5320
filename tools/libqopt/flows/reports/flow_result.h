// The part that the results of all flows have. For bindings: a plain struct.
#pragma once

#include "tools/libqopt/flows/reports/hooks.h"

#include <vector>

namespace qopt {

struct FlowResult {
  /// One for each step, as the command line has it, with the names that the options give.
  std::vector<std::string> commands;
  /// Commands to run on the result next, likewise; some flows have none.
  std::vector<std::string> next;
  /// The remarks that were made, in order, those that a hook was told of, too.
  std::vector<Remark> remarks;
};

} // namespace qopt
